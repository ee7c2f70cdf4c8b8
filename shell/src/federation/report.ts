import type { PageReport, ReportedFailure, ReportedVitals } from 'contract/page-report.ts'
import { reportedPage } from './reported-page.ts'

// Loaded with the first failure, or late on pages of users: guests' pages are at their limit.

/** In characters; the server accepts 4096 bytes. */
const MAX_LENGTH = 4000
const MAX_FAILURES = 20
/** The share of pages that send more than the first failure of each version. */
const SAMPLE = 0.25

const isSampled = Math.random() < SAMPLE
const seen = new Set<string>()
const failedVersions = new Set<string>()
let further: ReportedFailure[] = []
let vitals: ReportedVitals | undefined

/** The first failure of a version at once, others when the page is hidden; each kind once per page. */
export function reportKind(failure: Omit<ReportedFailure, 'route'>): void {
  const { remote, version } = failure
  const kind = { ...failure, route: currentRoute() }
  const key = JSON.stringify(kind)
  if (isPreviewed(remote) || seen.has(key)) return
  seen.add(key)
  if (failedVersions.has(`${remote}@${version}`)) further.push(kind)
  else send({ failures: [kind] })
  failedVersions.add(`${remote}@${version}`)
}

/** Sent when the page is hidden. */
export function keepVitals(values: ReportedVitals): void {
  vitals = { ...vitals, ...values }
}

export const send = (report: PageReport): boolean => navigator.sendBeacon('/remotes/failures', JSON.stringify(report))

/** Builds of `remote dev` may have the number of a released version. */
export function isPreviewed(remote: string): boolean {
  const { previews } = reportedPage.lock.now
  return previews?.areShown === true && previews.running.some(({ name }) => name === remote)
}

/** Never sends the class of an error that may be a name, only those that are usual. */
export function classOf(error: unknown): string {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return typeof error
  return /^\w{0,40}(Error|Exception)$/.test(error.name) ? error.name : 'Error'
}

/** The pattern, because a URL may contain a secret: `/invoices/:id`. */
function currentRoute(): string {
  const { page } = reportedPage.router ?? {}
  if (page?.location.pathname !== location.pathname) return ''
  return page.matches.reduce((base, { route: { path = '' } }) => {
    if (path === '' || path === '*') return base
    return path.startsWith('/') ? path : `${base}/${path}`
  }, '')
}

addEventListener('visibilitychange', () => {
  if (!document.hidden || !isSampled || (further.length === 0 && !vitals)) return
  const failures = further.slice(0, MAX_FAILURES)
  const report = () => ({ failures, ...(vitals && { vitals }) })
  while (failures.length > 0 && JSON.stringify(report()).length > MAX_LENGTH) failures.pop()
  send(report())
  further = []
  vitals = undefined
})
