// In the place of what Module Federation does for shared modules of which parts are left out (`shared.treeShaking`). Ours are whole.

interface Bundle {
  federation: { initOptions: object; runtime: { init: (options: object) => unknown } }
}

/** Makes the instance that a container, or the shell, loads with. */
export const init = ({ webpackRequire: { federation } }: { webpackRequire: Bundle }): unknown =>
  federation.runtime.init(federation.initOptions)

/** Never called. */
export const getSharedFallbackGetter = undefined
