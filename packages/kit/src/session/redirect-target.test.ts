import { expect, test } from 'vitest'
import { redirectTarget, withRedirectTarget } from './redirect-target.ts'

test.each([
  '/',
  '/organizations/acme',
  '/accept-invitation/abc?x=1#top',
  '/~team/a:b,c(d)[e]?x=1,2#part',
  '/a/%2F/b',
  '/%E6%A0%AA',
])('keeps %s', (target) => {
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
  '/%2Fevil.example',
  '/%09/evil.example',
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
