import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { isRedirectTarget, withQuery } from './redirect.ts'

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

  test.each([
    '',
    'relative',
    '//evil.test',
    '/\\evil.test',
    '/%2fevil.test',
    '/%2Fevil.test',
    '/%5cevil.test',
    '/a//evil.test',
    '/x#y',
    '/x?y=a:b',
    '/ä',
    '/..//evil.test',
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
  ['/a', '/a?error=x%20y%26z'],
  ['/a?b=1', '/a?b=1&error=x%20y%26z'],
  ['http://app.test/a#top', 'http://app.test/a?error=x%20y%26z#top'],
])('adds parameters to %s with withQuery', (target, expected) =>
  expect(withQuery(target, { error: 'x y&z' })).toBe(expected),
)
