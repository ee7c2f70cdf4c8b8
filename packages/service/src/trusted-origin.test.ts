import { expect, test } from 'vitest'
import { isTrustedUrl, trustedOrigins } from './trusted-origin.ts'

test.each([
  ['https://app.example', 'https://app.example', true],
  ['https://app.example', 'https://app.example:8443', false],
  ['https://*.example', 'https://a.b.example', true],
  ['https://*.example', 'http://a.example', false],
  ['*.example', 'http://a.example', true],
  ['*.example', 'https://a.example.evil', false],
  ['https://app?.example', 'https://app1.example', true],
  ['https://app?.example', 'https://app12.example', false],
  ['https://*.example/', 'https://a.example', true],
  ['app.example', 'https://app.example', true],
  ['https://app.example', 'http://localhost:3000', true],
  ['https://app.example', 'https://user@app.example', false],
  ['https://app.example', 'https://:secret@app.example', false],
  ['https://app.example', 'https://app.exam\nple', false],
  ['https://app.example', 'https:\\\\app.example', false],
  ['*', `https://${'a'.repeat(253)}`, true],
  ['*', `https://${'a'.repeat(254)}`, false],
  ['https://app.example', 'null', false],
  ['https://app.example', '/', false],
  ['myapp://', 'myapp://anything', true],
  ['myapp://', 'chrome-extension://anything', false],
  ['myapp://', 'null', false],
  ['MyApp://callback/', 'myapp://callback/x', true],
  ['myapp://callback', 'myapp://elsewhere', false],
])('matches the entry %s with the origin %s: %s', (entry, origin, expected) => {
  expect(isTrustedUrl({ AUTH_URL: 'http://localhost:3000', TRUSTED_ORIGINS: [entry] }, origin)).toBe(expected)
})

test.each([
  '*',
  '**',
  '*:3000',
  'https://*',
  'https://*/',
  '*://*',
  '*.com',
  'https://*.*',
  'https://*example.com',
  'https://app.example.com*',
  'https://app.example.*',
  '?*.com:8443',
])('rejects %s, which would trust hosts of strangers', (entry) => {
  expect(trustedOrigins.safeParse(`https://app.example.com,${entry}`).error?.message).toContain(
    "would trust other people's hosts",
  )
})

test.each([
  'https://*.example.com',
  '*.app.example.com:8443',
  'https://app-?.example.com',
  'http://localhost:*',
  '*.localhost:3000',
  'myapp://',
  'app.example.com',
])('accepts %s, which names hosts of one owner', (entry) => expect(trustedOrigins.parse(entry)).toEqual([entry]))
