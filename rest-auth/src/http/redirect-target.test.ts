import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { asLocation, isRedirectTarget, withQuery } from './redirect.ts'

const config = loadConfig({
  AUTH_SECRET: 'a secret that only the tests know of',
  TRUSTED_ORIGINS: 'http://app.test, *.wild.test, http://*.w2.test, https://port.test:8443, myapp://, other://callback',
})

describe('isRedirectTarget', () => {
  test.each([
    '/',
    '/home',
    '/a/b-c_d.e+f',
    '/@ann',
    '/x?y=1&z=/a%20b',
    '/~team',
    '/a:b',
    '/a?x=1,2',
    '/a#part',
    '/x?y=a:b',
    "/(a)[b]!$&'*;=",
    '/ä',
    '/株/式?会=社#頁',
    '/a b',
    '/a//b',
    '/a/%2f/b',
    '/a@evil.test',
    '/?next=//evil.test',
    '/#//evil.test',
    '/javascript:alert(1)',
    'http://localhost:3000/株',
    'http://localhost:3000/x#top',
    'http://app.test',
    'http://app.test/a?b',
    'https://a.wild.test/',
    'http://a.b.wild.test',
    'http://x.w2.test/y',
    'https://port.test:8443/',
    'myapp://anything/x',
    'other://callback/x',
  ])('accepts %s', (target) => expect(isRedirectTarget(config, target)).toBe(true))

  // No pages. Services of remotes are below `/api`.
  test.each([
    '/api/mf-x/collect',
    '/api',
    '/api?x',
    '/api#x',
    '/%61pi/mf-x/collect',
    '/%61%70%69/mf-x',
    '/a/../api/mf-x',
    '/./api/mf-x',
    '/a/%2e%2e/api/mf-x',
    '/api%2fmf-x/collect',
    '/api/auth/sign-out',
    '/graphql',
    '/registry/facts',
    '/remotes/mf-x/1.0.0/a.js',
    '/.well-known/x',
    '/dev/mail',
    'http://localhost:3000/api/mf-x/collect',
    'http://LOCALHOST:3000/%61pi/mf-x',
    '/api/%',
  ])('rejects %s, which is no page', (target) => expect(isRedirectTarget(config, target)).toBe(false))

  test('rejects what is below another AUTH_BASE_PATH, and accepts similar pages', () => {
    const other = { ...config, AUTH_BASE_PATH: '/accounts/v1' }
    expect(
      ['/accounts/v1/x', '/accounts/x', '/api/mf-x', '/x'].map((target) => isRedirectTarget(other, target)),
    ).toEqual([false, false, false, true])
    for (const page of ['/apis', '/api-keys', '/a/api/x', '/?next=/api/x', '/API', 'http://app.test/api/x', '/%zz'])
      expect([page, isRedirectTarget(config, page)]).toEqual([page, true])
  })

  test.each([
    '',
    'relative',
    '//evil.test',
    '/\\evil.test',
    '/%2fevil.test',
    '/%2Fevil.test',
    '/%5cevil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e//evil.test',
    '/a/%2E%2e//evil.test',
    '/a/../%2fevil.test',
    '/%2f/evil.test',
    '/%09/evil.test',
    '/%0a/evil.test',
    '///evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/a\u0000b',
    '/a\u0085b',
    '/a\r\nSet-Cookie: x=1',
    '/a\\b',
    '\t//evil.test',
    ' /a',
    '@evil.test',
    'evil.test/a',
    '?x',
    '#x',
    'http://localhost:3000@evil.test/',
    'http://localhost:3000.evil.test/',
    'http://app.test/\n',
    'http://аpp.test/',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'vbscript:x',
    'blob:http://app.test/x',
    'file:///etc/passwd',
    'http://evil.test',
    'http://app.test.evil.test/',
    'http://app.test@evil.test/',
    'http://evil.test/app.test',
    'http://ann@app.test/',
    'https://app.test/',
    'http://app.test:81/',
    'http://wild.test',
    'http://evil.test/x.wild.test',
    'https://x.w2.test',
    'http://evil.test#.w2.test',
    'https://port.test',
    'http:\\\\app.test',
    'http://app.test\\@evil.test',
    ' http://app.test',
    'http://app.test\n',
    'javascript:alert(1)',
    'javascript://app.test/%0aalert(1)',
    'data:text/html,x',
    'other://callback.evil/x',
    'other://x',
    'myapp',
    'null',
  ])('rejects %s', (target) => expect(isRedirectTarget(config, target)).toBe(false))
})

test.each([
  ['/株?a=b#頁', '/%E6%A0%AA?a=b#%E9%A0%81'],
  ['/a b', '/a%20b'],
  ['/a%20b', '/a%20b'],
  ['/\ud800', '/%EF%BF%BD'],
])('sends %j in a header as %s', (target, sent) => expect(asLocation(target)).toBe(sent))

test.each([
  ['/a', '/a?error=x%20y%26z'],
  ['/a?b=1', '/a?b=1&error=x%20y%26z'],
  ['http://app.test/a#top', 'http://app.test/a?error=x%20y%26z#top'],
])('adds parameters to %s with withQuery', (target, expected) =>
  expect(withQuery(target, { error: 'x y&z' })).toBe(expected),
)
