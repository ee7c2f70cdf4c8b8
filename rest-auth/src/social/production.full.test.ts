import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { afterAll, expect, it } from 'vitest'
import { createLocalhostCertificate } from '../testing/certificate.ts'
import { runProgram } from '../testing/run-program.ts'

// The service in production, with a provider: a GitLab on this machine behind https.
const { certificate, key } = createLocalhostCertificate()
const requests: string[] = []
const gitlab = createServer({ cert: certificate, key }, (request, response) => {
  requests.push(`${request.method} ${request.url}`)
  const isToken = request.url === '/oauth/token'
  const person = {
    id: 1,
    name: 'Gita',
    username: 'gita',
    state: 'active',
    email: 'gita@example.com',
    confirmed_at: '2024-01-01',
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(isToken ? { access_token: 'a' } : person))
})
await new Promise<void>((resolve) => void gitlab.listen(0, 'localhost', resolve))
const address = gitlab.address()
if (address === null || typeof address === 'string') throw new Error('no port')
const issuer = `https://localhost:${address.port}`

const folder = mkdtempSync(join(tmpdir(), 'rest-auth-production-'))
const authorities = join(folder, 'authorities.pem')
writeFileSync(authorities, certificate)
const database = await createTestDatabase()
afterAll(async () => {
  gitlab.close()
  rmSync(folder, { recursive: true })
  await database.drop()
})

const startService = (environment: Record<string, string>): Promise<string> =>
  runProgram(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    environment: {
      NODE_ENV: 'production',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      AUTH_SECRET: 'x'.repeat(32),
      AUTH_URL: 'https://accounts.example.com',
      MAIL_URL: 'smtp://localhost:9',
      GITLAB_ISSUER: issuer,
      GITLAB_CLIENT_ID: 'client',
      GITLAB_CLIENT_SECRET: 'secret',
      ...environment,
    },
  }).listening

/** The final redirect of the browser. */
async function signIn(service: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ provider: 'gitlab', callbackURL: '/welcome', errorCallbackURL: '/failed' })
  const started = await fetch(`${service}/api/auth/sign-in/social`, { method: 'POST', headers, body })
  const { url } = Object(await started.json())
  expect(url).toContain(`${issuer}/oauth/authorize?`)
  const state = new URL(String(url)).searchParams.get('state') ?? ''
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const query = new URLSearchParams({ code: 'some-code', state })
  const result = await fetch(`${service}/api/auth/callback/gitlab?${query}`, {
    headers: { cookie },
    redirect: 'manual',
  })
  return result.headers.get('location')
}

it("calls the real host over https, and trusts the system's authorities", async () => {
  expect(await signIn(await startService({ SSL_CERT_FILE: authorities }))).toBe('/welcome')
  expect(requests).toEqual(['POST /oauth/token', 'GET /api/v4/user'])
})

it('sends nothing to an untrusted host, and uses no proxy', async () => {
  requests.length = 0
  const proxied = { HTTPS_PROXY: 'http://localhost:9', HTTP_PROXY: 'http://localhost:9' }
  expect(await signIn(await startService(proxied))).toBe('/failed?error=invalid_code')
  expect(requests).toEqual([])
  expect(await signIn(await startService({ ...proxied, SSL_CERT_FILE: authorities }))).toBe('/welcome')
})
