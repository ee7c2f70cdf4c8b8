// Development builds use the page's `react-refresh`: only that is connected to its React.

declare const REMOTE_NAME: string

const { reactRefresh } = window

export const register = (type: unknown, id: string): void => reactRefresh?.register(type, `${REMOTE_NAME} ${id}`)
export const createSignatureFunctionForTransform = () =>
  reactRefresh?.createSignatureFunctionForTransform() ?? ((type: unknown) => type)
export const isLikelyComponentType = (type: unknown): boolean => reactRefresh?.isLikelyComponentType(type) ?? false
export const getFamilyByType = (type: unknown): unknown => reactRefresh?.getFamilyByType(type)
export const performReactRefresh = (): unknown => reactRefresh?.performReactRefresh()
