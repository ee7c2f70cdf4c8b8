/** What of `react-refresh/runtime` is used. It has no types of its own. */
interface ReactRefresh {
  injectIntoGlobalHook(page: Window): void
  register(type: unknown, id: string): void
  createSignatureFunctionForTransform(): (type: unknown) => unknown
  isLikelyComponentType(type: unknown): boolean
  getFamilyByType(type: unknown): unknown
  performReactRefresh(): unknown
}

interface Window {
  /** Only in the shell's development build. */
  reactRefresh?: ReactRefresh
}

declare module 'react-refresh/runtime' {
  const runtime: ReactRefresh
  export default runtime
}

interface ImportMeta {
  /** In development builds: https://rspack.rs/api/runtime-api/hmr */
  readonly webpackHot?: {
    /** Fetches what the build after this one has changed, and takes it in; null: there is none. Rejects where nothing accepts it. */
    check(apply: true): Promise<unknown[] | null>
  }
}
