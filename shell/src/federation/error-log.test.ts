// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { logRemoteError } from './error-log.ts'

const reports: unknown[] = []
Object.defineProperty(navigator, 'sendBeacon', {
  value: (url: string, body: string) => {
    reports.push([url, JSON.parse(body)])
    return true
  },
})
vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => void (reports.length = 0))

test('reports each failed version and each recovery once per page, without the error', () => {
  const failed = { remote: 'mf-map', version: '2.0.0', error: new Error('ann@example.com has no map') }
  for (let times = 0; times < 3; times += 1) {
    logRemoteError({ ...failed, phase: 'recovered', instead: '1.0.0' })
    logRemoteError({ ...failed, version: '1.0.0', phase: 'render' })
    logRemoteError({ ...failed, version: '1.0.0', phase: 'render', error: new Error('another') })
  }
  expect(reports).toEqual([
    ['/remotes/failures', { remote: 'mf-map', version: '2.0.0', phase: 'recovered' }],
    ['/remotes/failures', { remote: 'mf-map', version: '1.0.0', phase: 'render' }],
  ])
})

test('does not report errors of a remote that was drawn', () => {
  logRemoteError({ remote: 'mf-map', version: '3.0.0', phase: 'late', error: new Error('a click failed') })
  expect(reports).toEqual([])
})
