// @vitest-environment node
import { afterAll, expect, test, vi } from 'vitest'
import { createService } from './server.ts'
import { send, listen, startProduct } from './testing.ts'

const product = await startProduct()
const service = createService(product.origin, async ({ what, query, body }) => {
  if (what === 'GET /list.csv') return { status: 200, type: 'text/csv', body: `sum\n${query.get('sum')}` }
  if (what !== 'POST /picture') return { status: 200, body: what }
  return { status: 200, type: 'image/png', body: Buffer.isBuffer(body) ? body : Buffer.of(0) }
})
const origin = await listen(service)
afterAll(() => {
  service.close()
  product.stop()
})
const path = `${origin}/organizations/acme/anything`

test('responds only for the organization of the token', async () => {
  expect(await send(path, await product.tokenOf('acme'))).toEqual({ status: 200, body: 'GET /anything' })
  for (const id of ['beta', null])
    expect(await send(path, await product.tokenOf(id))).toMatchObject({
      status: 409,
      body: { code: 'OTHER_ORGANIZATION' },
    })
  expect((await send(`${origin}/elsewhere`, await product.tokenOf('acme'))).status).toBe(404)
})

test('sends text and bytes as they are, and reads queries and bodies that are not JSON', async () => {
  const authorization = `Bearer ${await product.tokenOf('acme')}`
  const list = await fetch(`${origin}/organizations/acme/list.csv?sum=17`, { headers: { authorization } })
  expect([list.headers.get('content-type'), await list.text()]).toEqual(['text/csv', 'sum\n17'])
  const headers = { authorization, 'content-type': 'image/png' }
  const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
  const kept = await fetch(`${origin}/organizations/acme/picture`, { method: 'POST', headers, body: picture })
  expect(new Uint8Array(await kept.arrayBuffer())).toEqual(picture)
})

test('rejects malformed JSON', async () => {
  const headers = { authorization: `Bearer ${await product.tokenOf('acme')}`, 'content-type': 'application/json' }
  expect((await fetch(path, { method: 'POST', headers, body: '{' })).status).toBe(400)
})

test('accepts only unexpired tokens of the product for this service', async () => {
  const stranger = await startProduct()
  const others = {
    none: '',
    malformed: 'a.b.c',
    'for another service': await product.tokenOf('acme', [], { aud: 'mf-another' }),
    'from another product': await product.tokenOf('acme', [], { iss: 'https://elsewhere.example' }),
    expired: await product.tokenOf('acme', [], { exp: Math.floor(Date.now() / 1000) - 1 }),
    'signed with another key': await stranger.tokenOf('acme', [], { iss: product.origin }),
  }
  for (const [what, token] of Object.entries(others)) expect((await send(path, token)).status, what).toBe(401)
  stranger.stop()
})

test('responds with 500, not 401, when the product is unavailable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const away = await startProduct()
  const other = createService(away.origin, () => ({ status: 200, body: null }))
  const url = `${await listen(other)}/organizations/acme/anything`
  away.stop()
  expect(await send(url, await away.tokenOf('acme'))).toMatchObject({ status: 500 })
  other.close()
})
