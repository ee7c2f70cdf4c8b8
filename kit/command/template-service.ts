// What `remote new --with-service` adds beside the screens (template-screens.ts): the service that they ask, and its tests.

/** The least Node that runs TypeScript as it is and has node:sqlite, both without a flag. */
export const leastNode = '>=22.18'

/** The files by path, of `mf-open-invoices`. */
export function serviceFilesOf(name: string): Record<string, string> {
  return {
    'service/who-asks.ts': `import type { IncomingMessage } from 'node:http'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

/** A user, and what they are in the organization that they work in; null: in none. */
export interface Who {
  userId: string
  organization: { id: string; roles: string[]; teams: string[]; permissions: string[] } | null
}

/** Answers how to tell who asks: null is nobody whom this service may believe. Rejects when the product's keys are not to be had. */
export function believe(product: string): (request: IncomingMessage) => Promise<Who | null> {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', product))
  const expected = { issuer: product, audience: '${name}', typ: 'service+jwt', algorithms: ['EdDSA'] }
  return async ({ headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    try {
      const options = { ...expected, requiredClaims: ['exp', 'sub', 'organization'] }
      const { payload } = await jwtVerify<{ sub: string; organization: Who['organization'] }>(token, keys, options)
      return { userId: payload.sub, organization: payload.organization }
    } catch (error) {
      if (error instanceof errors.JOSEError && !/GENERIC|TIMEOUT|JWKS_INVALID/.test(error.code)) return null
      throw error
    }
  }
}
`,
    'service/server.ts': `import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { believe, type Who } from './who-asks.ts'

/** What somebody asks about the organization that they work in. */
export interface Call {
  /** Method, and path within the organization: \`GET /entries\`. */
  what: string
  body: unknown
  userId: string
  organization: NonNullable<Who['organization']>
}

export type Answer = { status: number; body: unknown }

/** The answer to what is not done; the screens have texts for the codes. */
export const refused = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } })

const failed = (error: unknown): Answer => {
  console.error(error)
  return refused(500, 'INTERNAL_SERVER_ERROR', 'Something failed here.')
}

/** Serves \`/organizations/<id>/…\`. What \`answer\` hears of is the organization of the token, which is the one of the path. */
export function createService(product: string, answer: (call: Call) => Answer): Server {
  const whoAsks = believe(product)
  const respond = async (request: IncomingMessage): Promise<Answer> => {
    const who = await whoAsks(request)
    if (!who) return refused(401, 'UNAUTHORIZED', 'Who asks?')
    const [, id, path] = /^\\/organizations\\/([^/?]+)(\\/[^?]*)/.exec(request.url ?? '') ?? []
    if (id === undefined) return refused(404, 'NOT_FOUND', 'There is nothing at this address.')
    const { userId, organization } = who
    // A page that shows one organization must not read or change another, which became the active one meanwhile.
    if (organization === null || id !== encodeURIComponent(organization.id))
      return refused(409, 'OTHER_ORGANIZATION', 'Another organization is the active one.')
    const body: unknown = request.method === 'GET' ? null : await json(request).catch(() => undefined)
    if (body === undefined) return refused(400, 'VALIDATION_ERROR', 'The body is no JSON.')
    return answer({ what: \`\${request.method} \${path}\`, body, userId, organization })
  }
  return createServer((request, response) => {
    const send = ({ status, body }: Answer) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    void respond(request).catch(failed).then(send)
  })
}
`,
    'service/main.ts': `import { DatabaseSync } from 'node:sqlite'
import { entriesIn } from './entries.ts'
import { createService } from './server.ts'

const { PRODUCT = 'http://localhost:3000', PORT = '4100', HOST = '127.0.0.1', DATABASE = 'service.db' } = process.env
const service = createService(PRODUCT, entriesIn(new DatabaseSync(DATABASE)))
service.listen(Number(PORT), HOST, () => console.log(\`The service of \${PRODUCT} listens at http://\${HOST}:\${PORT}\`))
// Answers what was asked already, then ends.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => service.close())
`,
    'service/entries.ts': `import type { DatabaseSync } from 'node:sqlite'
import { type Answer, type Call, refused } from './server.ts'

export interface Entry {
  id: number
  text: string
  /** ISO 8601 */
  createdAt: string
}

/** Entries of organizations in a database: \`GET /entries\` the latest hundred, \`POST /entries { text }\` one more. */
export function entriesIn(database: DatabaseSync): (call: Call) => Answer {
  database.exec(\`
    create table if not exists entry (
      id integer primary key,
      organization_id text not null,
      text text not null,
      created_by text not null,
      created_at text not null
    ) strict;
    create index if not exists entry_of_organization on entry (organization_id, id)\`)
  const list = database.prepare(
    'select id, text, created_at "createdAt" from entry where organization_id = ? order by id desc limit 100',
  )
  const add = database.prepare(
    'insert into entry (organization_id, text, created_by, created_at) values (?, ?, ?, ?) returning id',
  )
  return ({ what, body, userId, organization }) => {
    if (what === 'GET /entries') return { status: 200, body: { entries: list.all(organization.id) } }
    if (what !== 'POST /entries') return refused(404, 'NOT_FOUND', 'There is nothing at this address.')
    // What the screens do not offer somebody may still send.
    if (!organization.permissions.includes('organization:update'))
      return refused(403, 'FORBIDDEN', 'Owners and administrators may do this.')
    const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : null
    if (typeof text !== 'string' || text.trim() === '' || text.length > 200)
      return refused(400, 'VALIDATION_ERROR', 'A text of 200 characters at most is needed.')
    return { status: 201, body: add.get(organization.id, text.trim(), userId, new Date().toISOString()) }
  }
}
`,
    'service/testing.ts': `import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Starts a server at a free port; answers its origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((isReady) => server.listen(0, '127.0.0.1', isReady))
  const address = server.address()
  return \`http://127.0.0.1:\${typeof address === 'object' ? address?.port : ''}\`
}

/** Stands for the product: publishes a key, and makes tokens with it as the product does. */
export async function startProduct() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  const key = { ...(await exportJWK(publicKey)), kid: 'one' }
  const server = createServer((_request, response) => void response.end(JSON.stringify({ keys: [key] })))
  const origin = await listen(server)
  /** Of somebody in the organization \`id\`. \`other\`: claims that are none of the product's. */
  const tokenOf = (id: string | null, permissions: string[] = [], other: Record<string, unknown> = {}) => {
    const organization = id === null ? null : { id, roles: ['member'], teams: [], permissions }
    const ends = Math.floor(Date.now() / 1000) + 300
    return new SignJWT({ iss: origin, aud: '${name}', sub: 'ann', exp: ends, organization, ...other })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'one', typ: 'service+jwt' })
      .sign(privateKey)
  }
  return { origin, tokenOf, stop: () => server.close() }
}

/** Asks a service as the product does; \`body\` makes it a POST. */
export async function ask(url: string, token: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: \`Bearer \${token}\`, 'content-type': 'application/json' }
  const answer = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  return { status: answer.status, body: await answer.json() }
}
`,
    'service/server.test.ts': `// @vitest-environment node
import { afterAll, expect, test, vi } from 'vitest'
import { createService } from './server.ts'
import { ask, listen, startProduct } from './testing.ts'

const product = await startProduct()
const service = createService(product.origin, ({ what }) => ({ status: 200, body: what }))
const origin = await listen(service)
afterAll(() => {
  service.close()
  product.stop()
})
const path = \`\${origin}/organizations/acme/anything\`

test('answers about the active organization of who asks, and no other', async () => {
  expect(await ask(path, await product.tokenOf('acme'))).toEqual({ status: 200, body: 'GET /anything' })
  for (const id of ['beta', null])
    expect(await ask(path, await product.tokenOf(id))).toMatchObject({
      status: 409,
      body: { code: 'OTHER_ORGANIZATION' },
    })
  expect((await ask(\`\${origin}/elsewhere\`, await product.tokenOf('acme'))).status).toBe(404)
})

test('believes no token but one of the product, for this service, before its end', async () => {
  const stranger = await startProduct()
  const others = {
    none: '',
    'no token': 'a.b.c',
    'for another service': await product.tokenOf('acme', [], { aud: 'mf-another' }),
    'of another product': await product.tokenOf('acme', [], { iss: 'https://elsewhere.example' }),
    'that has ended': await product.tokenOf('acme', [], { exp: Math.floor(Date.now() / 1000) - 1 }),
    'of another key': await stranger.tokenOf('acme', [], { iss: product.origin }),
  }
  for (const [what, token] of Object.entries(others)) expect((await ask(path, token)).status, what).toBe(401)
  stranger.stop()
})

test('blames nobody who asks when the product does not answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const away = await startProduct()
  const other = createService(away.origin, () => ({ status: 200, body: null }))
  const url = \`\${await listen(other)}/organizations/acme/anything\`
  away.stop()
  expect(await ask(url, await away.tokenOf('acme'))).toMatchObject({ status: 500 })
  other.close()
})
`,
    'service/entries.test.ts': `// @vitest-environment node
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { entriesIn } from './entries.ts'
import { createService } from './server.ts'
import { ask, listen, startProduct } from './testing.ts'

const product = await startProduct()
const service = createService(product.origin, entriesIn(new DatabaseSync(':memory:')))
const origin = await listen(service)
afterAll(() => {
  service.close()
  product.stop()
})
const acme = \`\${origin}/organizations/acme/entries\`
const owner = await product.tokenOf('acme', ['organization:update'])
const member = await product.tokenOf('acme')

test('who may change the organization adds an entry, which all of it see, and nobody else', async () => {
  expect(await ask(acme, owner, { text: ' The first ' })).toMatchObject({ status: 201 })
  expect(await ask(acme, member)).toMatchObject({ status: 200, body: { entries: [{ text: 'The first' }] } })
  const beta = \`\${origin}/organizations/beta/entries\`
  expect(await ask(beta, await product.tokenOf('beta'))).toEqual({ status: 200, body: { entries: [] } })
})

test('refuses who may not, what is no entry, and what is not there', async () => {
  expect(await ask(acme, member, { text: 'Mine' })).toMatchObject({ status: 403 })
  for (const body of [{}, { text: '  ' }, { text: 1 }, { text: 'x'.repeat(201) }])
    expect(await ask(acme, owner, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  expect((await ask(\`\${origin}/organizations/acme/elsewhere\`, owner)).status).toBe(404)
})
`,
  }
}
