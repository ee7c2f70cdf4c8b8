// In the place of `react-refresh/runtime` in a remote's development build: the page's own (host.ts), which knows the React that draws.
// Without one nothing is taken into the running page.

/** The remote's name, put in by the build: components of two remotes are kept apart by it. */
declare const REMOTE_NAME: string

const { reactRefresh } = window

export const register = (type: unknown, id: string): void => reactRefresh?.register(type, `${REMOTE_NAME} ${id}`)
export const createSignatureFunctionForTransform = () =>
  reactRefresh?.createSignatureFunctionForTransform() ?? ((type: unknown) => type)
export const isLikelyComponentType = (type: unknown): boolean => reactRefresh?.isLikelyComponentType(type) ?? false
export const getFamilyByType = (type: unknown): unknown => reactRefresh?.getFamilyByType(type)
export const performReactRefresh = (): unknown => reactRefresh?.performReactRefresh()
