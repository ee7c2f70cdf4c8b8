import { onCLS, onINP, onLCP } from 'web-vitals'
import { findRouteOwner } from 'contract/version-lock.ts'
import { versionsInUse } from '../federation/load-remote.ts'
import { isPreviewed, keepVitals, reportKind, send } from '../federation/report.ts'
import { reportedPage } from '../federation/reported-page.ts'
import { notePage, takeHungPages } from './hangs.ts'

// Loaded late, on pages of users.

/** In milliseconds: how often a page looks for remotes that it began to use. */
const INTERVAL = 5000

const used = new Set<string>()

/** Reports remotes in use, calls of their services that fail, pages that hung, and web vitals. */
export function watchHealth(): void {
  reportViews()
  setInterval(() => {
    reportViews()
    notePage()
  }, INTERVAL)
  for (const hung of takeHungPages()) if (!isPreviewed(hung.remote)) send({ failures: [hung] })
  watchCalls()
  const opened = findRouteOwner(reportedPage.lock.now, location.pathname)?.remote
  if (!opened || isPreviewed(opened.name)) return
  const own = { remote: opened.name, version: opened.version }
  // With all changes, so that the values are known before the page is hidden.
  const options = { reportAllChanges: true }
  onLCP(({ value }) => keepVitals({ ...own, lcp: Math.round(value) }), options)
  onINP(({ value }) => keepVitals({ ...own, inp: Math.round(value) }), options)
  onCLS(({ value }) => keepVitals({ ...own, cls: Number(value.toFixed(3)) }), options)
}

function reportViews(): void {
  const views = reportedPage.lock.now.remotes
    .filter((remote) => versionsInUse(remote).length > 0 && !used.has(remote.name) && !isPreviewed(remote.name))
    .map(({ name: remote, version }) => ({ remote, version }))
  for (const { remote } of views) used.add(remote)
  if (views.length > 0) send({ views })
}

function watchCalls(): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('resource')) return
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry instanceof PerformanceResourceTiming) reportCall(entry)
  })
  observer.observe({ type: 'resource', buffered: true })
}

function reportCall({ name, responseStatus: status }: PerformanceResourceTiming): void {
  const [, service] = /^\/api\/(mf-[\w-]+)\//.exec(new URL(name).pathname) ?? []
  const remote = reportedPage.lock.now.remotes.find((each) => each.name === service)
  if (!remote || !(status >= 500)) return
  reportKind({ remote: remote.name, version: remote.version, phase: 'call', error: `HTTP ${status}`, frames: [] })
}
