// In the place of Module Federation's handler of snapshots, which fetches and keeps manifests: pages have the lock instead.

/** What the runtime asks of it while snapshots are disabled. */
export class SnapshotHandler {
  readonly manifestCache = new Map<string, never>()
  readonly hooks = { applyPlugin() {} }
}

/** No other build of this page is known by a snapshot. */
export const getGlobalRemoteInfo = () => ({})
