import { expect, test } from 'vitest'
import { redirectTarget, withRedirectTarget } from './redirect-target.ts'

test.each(['/', '/organizations/acme', '/accept-invitation/abc?x=1#top', '/%2F/a'])('keeps %s', (target) => {
  expect(redirectTarget(`?${new URLSearchParams({ redirectTo: target })}`)).toBe(target)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '//evil.example/x',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'organizations',
  '',
])('replaces %j by the start page', (target) => {
  expect(redirectTarget(`?${new URLSearchParams({ redirectTo: target })}`)).toBe('/')
})

test('defaults to the start page', () => expect(redirectTarget('')).toBe('/'))

test('keeps a target through a link', () => {
  const link = withRedirectTarget('/sign-in', '/accept-invitation/abc?x=1')
  expect(redirectTarget(link.slice(link.indexOf('?')))).toBe('/accept-invitation/abc?x=1')
  expect(withRedirectTarget('/sign-in', '/')).toBe('/sign-in')
})
