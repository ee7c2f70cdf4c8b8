// @vitest-environment happy-dom
import { browserStore } from 'kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportedPage } from '../federation/reported-page.ts'
import { notePage, takeHungPages } from './hangs.ts'

const locked = { container: 'mf_one__1', entry: '/remotes/mf-one/1.0.0/entry.js', integrity: 'sha384-', needs: {} }
const routes = [{ path: '/one/:id', access: 'user' as const }]
const router = { page: { location: { pathname: '/' } }, isNavigating: false, subscribe: () => () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  reportedPage.lock = { now: { remotes: [{ ...locked, name: 'mf-one', version: '1.0.0', routes, navigation: [] }] } }
  Object.defineProperty(reportedPage, 'router', { value: router, configurable: true, writable: true })
  router.isNavigating = false
  history.replaceState(null, '', '/one/7')
})
afterEach(() => vi.useRealTimers())

const hung = { remote: 'mf-one', version: '1.0.0', route: '/one/:id', phase: 'late', error: 'hang', frames: [] }

test('finds a page that has stopped to renew its note, once', () => {
  notePage()
  vi.advanceTimersByTime(29_000)
  expect(takeHungPages()).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(takeHungPages()).toEqual([hung])
  expect(takeHungPages()).toEqual([])
})

test.each([
  ['is renewed', notePage, 29_000],
  ['is older than a browser that was restarted', () => vi.advanceTimersByTime(5 * 60_000), 0],
  ['leads to a page that is not known yet', () => (Object.assign(router, { isNavigating: true }), notePage()), 30_000],
  ['is one of the shell', () => (history.replaceState(null, '', '/'), notePage()), 30_000],
])('finds nothing if the page %s', (_, change, time) => {
  notePage()
  vi.advanceTimersByTime(5000)
  change()
  vi.advanceTimersByTime(time)
  expect(takeHungPages()).toEqual([])
})

test('ignores a note that is no JSON of its own', () => {
  browserStore.set('shown page x', '{}')
  expect(takeHungPages()).toEqual([])
})
