import { browserStore } from 'kit'
import { findRouteOwner } from 'contract/version-lock.ts'
import type { ReportedFailure } from 'contract/page-report.ts'
import { reportedPage } from '../federation/reported-page.ts'

// A page that hangs reports nothing. While it is shown it keeps a note, which it renews every few
// seconds, and the user's next page finds one that nobody renewed.

/** In milliseconds. A hidden page has no note, because browsers slow it down or end it. */
const SILENCE = 30_000
/** In milliseconds. Later, the browser or the machine may have ended with the page. */
const MAX_AGE = 5 * 60_000
const PREFIX = 'shown page '
const key = PREFIX + Math.random()

export function notePage(): void {
  const { router, lock } = reportedPage
  // The next page is unknown while it loads.
  const isShown = !document.hidden && !router?.isNavigating
  const owner = isShown && findRouteOwner(lock.now, location.pathname)
  if (!owner) return browserStore.remove(key)
  const { remote, path: route } = owner
  const page = { remote: remote.name, version: remote.version, route }
  browserStore.set(key, JSON.stringify({ ...page, shownAt: Date.now() }))
}

/** At each navigation before the page is drawn, which may not finish. */
export function keepNote(): void {
  notePage()
  reportedPage.router?.subscribe(notePage)
  addEventListener('visibilitychange', notePage)
  addEventListener('pagehide', () => browserStore.remove(key))
}

export function takeHungPages(): ReportedFailure[] {
  // oxlint-disable-next-line no-restricted-globals -- browserStore lists no keys
  const keys = Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))
  return keys.flatMap((each) => {
    const { shownAt, ...page } = JSON.parse(browserStore.get(each) ?? '{}')
    const age = Date.now() - shownAt
    if (age < SILENCE) return []
    browserStore.remove(each)
    return age < MAX_AGE ? { ...page, phase: 'late', error: 'hang', frames: [] } : []
  })
}
