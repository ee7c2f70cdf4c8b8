import { expect, test } from 'vitest'
import { startShell } from './testing/start-shell.ts'

const policy = (nonce: unknown) => [
  "default-src 'self'",
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data: blob:",
  'worker-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'report-uri /csp-reports',
]

test.each([
  ['http://localhost:3000', undefined, []],
  ['https://app.example', 'max-age=31536000; includeSubDomains', ['upgrade-insecure-requests']],
])('restricts a document at %s, and requires https if it is used', async (AUTH_URL, transport, more) => {
  const shell = await startShell({ AUTH_URL, NODE_ENV: 'production' })
  const { body, headers } = await shell.app.inject({ url: '/', headers: { host: new URL(AUTH_URL).host } })
  await shell.stop()
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toBe([...policy(nonce), ...more].join('; '))
  expect(headers['strict-transport-security']).toBe(transport)
  expect(headers['permissions-policy']).toBe('camera=(), geolocation=(), microphone=(), payment=()')
})

test('sends the headers of documents with no script, style or font', async () => {
  const shell = await startShell({})
  await shell.publishShell('1.1.0', { 'index.html': '', 'assets/a.js': 'a()', 'assets/a.css': '', 'assets/a.svg': '' })
  const headersOf = async (file: string) => (await shell.app.inject({ url: `/assets/${file}` })).headers
  for (const file of ['a.js', 'a.css']) {
    const headers = await headersOf(file)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const name of ['permissions-policy', 'content-security-policy', 'x-request-id'])
      expect(headers).not.toHaveProperty(name)
  }
  expect(await headersOf('a.svg')).toHaveProperty('permissions-policy')
  await shell.stop()
})

test.each(['/', '/lock', '/api/auth/get-session', '/graphql', '/registry/versions', '/unknown.js'])(
  'keeps %s out of frames and shared processes',
  async (url) => {
    const shell = await startShell({ AUTH_URL: 'https://app.example', NODE_ENV: 'production' })
    const { headers } = await shell.app.inject({ url, headers: { host: 'app.example' } })
    await shell.stop()
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'origin-agent-cluster': '?1',
      'x-permitted-cross-domain-policies': 'none',
      'x-dns-prefetch-control': 'off',
    })
  },
)
