// Has the exports of the modules that lighter-libraries.ts replaces.

export class SnapshotHandler {
  readonly hooks = { applyPlugin(): void {} }
  readonly manifestCache = new Map<string, unknown>()
}
export const getGlobalRemoteInfo = () => ({})
export const generatePreloadAssetsPlugin = () => ({ name: 'none' })
export const formatPreloadArgs = (): unknown[] => []
export const preloadAssets = async (): Promise<unknown[]> => []
