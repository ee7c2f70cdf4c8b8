import type { PageRouter } from 'kit/shell'
import type { KnownLock } from 'contract/version-lock.ts'

/** Set before the first failure, for reports that load later. */
export const reportedPage: {
  lock: Pick<KnownLock, 'now'>
  router?: Pick<PageRouter, 'page' | 'isNavigating' | 'subscribe'>
} = {
  lock: { now: { remotes: [] } },
}
