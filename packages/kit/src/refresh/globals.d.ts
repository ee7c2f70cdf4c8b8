/** The used part of `react-refresh/runtime`, which has no types. */
interface ReactRefresh {
  injectIntoGlobalHook(page: Window): void
  register(type: unknown, id: string): void
  createSignatureFunctionForTransform(): (type: unknown) => unknown
  isLikelyComponentType(type: unknown): boolean
  getFamilyByType(type: unknown): unknown
  performReactRefresh(): unknown
}

interface Window {
  /** Only in development builds of the shell. */
  reactRefresh?: ReactRefresh
}

declare module 'react-refresh/runtime' {
  const runtime: ReactRefresh
  export default runtime
}

interface ImportMeta {
  /** Only in development builds: https://rspack.rs/api/runtime-api/hmr */
  readonly webpackHot?: {
    /** Applies the next build; null if there is none. Rejects if no module accepts it. */
    check(apply: true): Promise<unknown[] | null>
  }
}
