import { createHash } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { RemoteNotice } from 'contract/remote-notice.ts'
import { guardedPost } from 'service/guarded-post.ts'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

vi.mock(import('service/guarded-post.ts'), async (original) => ({
  ...(await original()),
  guardedPost: vi.fn<typeof guardedPost>(async () => ({ error: null, status: 200, duration: 1 })),
}))

const server = await startTestApp()

const failed = {
  event: 'failed',
  owner: 'https://hooks.example.com/a?b=c',
  remote: 'mf-invoices',
  version: '1.1.0',
  error: 'TypeError',
  phase: 'late',
  route: '/invoices/:id',
  line: 'src/app/pages/list.tsx:3',
} satisfies RemoteNotice

const send = async (payload: object) =>
  (await server.app.inject({ method: 'POST', url: '/inner/remote-notices', payload })).statusCode

test('calls the webhook of a remote with a sentence and the fields, by the rules of other webhooks', async () => {
  expect(await send(failed)).toBe(200)
  const [guard, url, request] = vi.mocked(guardedPost).mock.lastCall ?? []
  expect(guard).toEqual({ allowedHosts: [], allowsLoopback: true })
  expect(url).toBe(failed.owner)
  const jwks = (await server.app.inject('/api/auth/jwks')).json()
  const { payload } = await jwtVerify(request?.headers['webhook-token'] ?? '', createLocalJWKSet(jwks), {
    issuer: 'http://localhost:3000',
    audience: failed.owner,
    typ: 'webhook+jwt',
  })
  expect(payload['sha256']).toBe(
    createHash('sha256')
      .update(request?.body ?? '')
      .digest('hex'),
  )
  expect(payload.sub).toBeUndefined()
  const { owner: _, ...fields } = failed
  expect(JSON.parse(request?.body ?? '')).toEqual({
    text: 'mf-invoices 1.1.0: TypeError at src/app/pages/list.tsx:3 (late, /invoices/:id)',
    ...fields,
  })
  const takenBack = { event: 'takenBack', before: '1.0.0', failed: '12/24', usual: '1/200' }
  expect(await send({ ...failed, ...takenBack })).toBe(200)
  expect(vi.mocked(guardedPost).mock.lastCall?.[2].body).toContain('1.0.0 is shown again')
  expect(await server.emails()).toEqual([])
})

test('does not repeat a webhook that fails, so that it delays no other owner', async () => {
  vi.mocked(guardedPost).mockResolvedValueOnce({ error: 'address', status: null, duration: 1 })
  const before = vi.mocked(guardedPost).mock.calls.length
  expect(await send(failed)).toBe(200)
  expect(vi.mocked(guardedPost).mock.calls.length - before).toBe(1)
  for (const owner of ['http://hooks.example.com/', 'https://user@hooks.example.com/', 'https://'])
    expect(await send({ ...failed, owner })).toBe(400)
})
