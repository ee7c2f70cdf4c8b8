// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { reportedPage } from './reported-page.ts'

const reports: { views?: unknown; failures: object[] }[] = []
Object.defineProperty(navigator, 'sendBeacon', {
  value: (url: string, body: string) => {
    expect(url).toBe('/remotes/failures')
    reports.push(JSON.parse(body))
    return true
  },
})
vi.stubGlobal('__webpack_public_path__', `${location.origin}/`)
vi.spyOn(console, 'error').mockImplementation(() => {})
// This page is among the sample that sends more than first failures.
vi.spyOn(Math, 'random').mockReturnValue(0)
const { logError, logRemoteError } = await import('./error-log.ts')
afterEach(() => void (reports.length = 0))

const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  dispatchEvent(new Event('visibilitychange'))
}

test('reports the first failure of each version at once, and others when the page is hidden, without messages', () => {
  const failed = { remote: 'mf-map', version: '2.0.0', error: new TypeError('ann@example.com has no map') }
  for (let times = 0; times < 3; times += 1) {
    logRemoteError({ ...failed, phase: 'recovered', instead: '1.0.0' })
    logRemoteError({ ...failed, version: '1.0.0', phase: 'render' })
    logRemoteError({ ...failed, phase: 'late', error: 'ann@example.com' })
  }
  const kind = { remote: 'mf-map', version: '2.0.0', phase: 'recovered', error: 'TypeError', frames: [], route: '' }
  expect(reports).toEqual([{ failures: [kind] }, { failures: [{ ...kind, version: '1.0.0', phase: 'render' }] }])
  hide(true)
  hide(false)
  hide(true)
  expect(reports.slice(2)).toEqual([{ failures: [{ ...kind, phase: 'late', error: 'string' }] }])
})

test('reports positions in the files of the version, the pattern of the route, and no name of a class that may be data', () => {
  const file = `${location.origin}/remotes/mf-map/3.0.0/assets/12.1b2c.js`
  const stack = `Error: at f (${file}:9:9)
    at f (${file}:1:173)
    at g (${location.origin}/assets/kit.3ff644be.js:2:1)
    at h (${file}?attempt=1:1:20)`
  const error = Object.assign(new Error(`at f (${file}:9:9)`), { stack, name: 'Ann' })
  Object.defineProperty(reportedPage, 'router', {
    value: {
      page: {
        location: { pathname: location.pathname },
        matches: [{ route: {} }, { route: { path: '/map' } }, { route: { path: ':id' } }, { route: { path: '*' } }],
      },
    },
  })
  logError(error, '', 'late', { remotes: [] })
  logError('a text', `${file.replace('3.0.0', '4.0.0')}:1:7`, 'late', { remotes: [] })
  expect(reports).toEqual([
    {
      failures: [
        {
          remote: 'mf-map',
          version: '3.0.0',
          phase: 'late',
          error: 'Error',
          frames: ['assets/12.1b2c.js:1:173', 'assets/12.1b2c.js:1:20'],
          route: '/map/:id',
        },
      ],
    },
    {
      failures: [expect.objectContaining({ version: '4.0.0', error: 'string', frames: ['assets/12.1b2c.js:1:7'] })],
    },
  ])
})

test('reports no failure of a preview, which may have the number of a released version', () => {
  reportedPage.lock = {
    now: {
      remotes: [],
      previews: {
        userId: 'ann',
        areShown: true,
        running: [{ id: '1', name: 'mf-map', version: '5.0.0', builds: 1, endsIn: 9 }],
      },
    },
  }
  logRemoteError({ remote: 'mf-map', version: '5.0.0', phase: 'render', error: new Error('tried') })
  expect(reports).toEqual([])
})

test('sends at most 4 kB when the page is hidden', () => {
  for (let n = 0; n < 100; n += 1)
    logRemoteError({ remote: 'mf-long', version: '1'.repeat(50), phase: 'late', error: n, instead: String(n) })
  const file = `${location.origin}/remotes/mf-long/1.0.0/assets/${'a'.repeat(200)}.js`
  for (let n = 0; n < 100; n += 1) logError(n, `${file}:1:${n}`, 'late', { remotes: [] })
  reports.length = 0
  hide(false)
  hide(true)
  expect(reports).toHaveLength(1)
  expect(reports[0]?.failures.length).toBeGreaterThan(5)
  expect(JSON.stringify(reports[0]).length).toBeLessThanOrEqual(4000)
})
