import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from 'database/free-port.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from 'gateway/app'
import { loadConfig } from 'gateway/config'
import { logOfErrors } from 'rest-auth/testing/log-of-errors'
import { found } from 'rest-auth/testing/organizations'
import { startTestApp, type SignedIn } from 'rest-auth/testing/start-test-app'
import { startShell, type Shell } from 'shell/testing/start-shell'

// Runs the code of docs/building-a-feature.md, "Query the product", in a service behind the real
// servers.

const doc = await readFile(resolve(import.meta.dirname, '../docs/building-a-feature.md'), 'utf8')
const section = doc.slice(doc.indexOf('## Query the product'), doc.indexOf('## What passes'))
const [queryProduct = '', use = '', ...more] = [...section.matchAll(/^```ts\n([^]*?)^```/gm)].map(
  ([, code = '']) => code,
)

const port = await findFreePort('localhost')
const product = `http://localhost:${port}`
const operatorToken = 'the-operator-of-the-tests-has-this-token'
const t = await startTestApp({ AUTH_URL: product })
const REST_AUTH_URL = await t.app.listen({ port: 0, host: '127.0.0.1' })
const gateway = await buildApp(loadConfig({ REST_AUTH_URL, AUTH_URL: product }), logOfErrors)

/** A service that runs the lines of the page, or sends the body of a POST as a query. */
const service = (folder: string) => `
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { queryProduct } from '${pathToFileURL(join(folder, 'query-product.ts')).href}'
const product = '${product}'

async function respond(request) {
  if (request.method === 'POST') return queryProduct(product, request, await text(request))
  const claims = request.headers.authorization.split('.')[1]
  const who = JSON.parse(Buffer.from(claims, 'base64url').toString())
  ${use}
  return data
}

export const server = createServer(async (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await respond(request)))
})`

let shell: Shell
let folder: string
let close: () => void
beforeAll(async () => {
  const GATEWAY_URL = await gateway.listen({ port: 0, host: '127.0.0.1' })
  shell = await startShell({ AUTH_URL: product, REST_AUTH_URL, GATEWAY_URL, OPERATOR_TOKEN: operatorToken })
  await shell.app.listen({ port, host: 'localhost' })
  folder = await mkdtemp(join(tmpdir(), 'query-the-product-'))
  await writeFile(join(folder, 'query-product.ts'), queryProduct)
  await writeFile(join(folder, 'service.ts'), service(folder))
  const { server }: { server: ReturnType<typeof createServer> } = await import(
    pathToFileURL(join(folder, 'service.ts')).href
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => server.close()
  const { port: servicePort } = z.object({ port: z.number() }).parse(server.address())
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: `http://127.0.0.1:${servicePort}` })
  const set = await fetch(`${product}/registry/services/mf-invoices`, { method: 'PUT', headers, body })
  expect(set.status).toBe(200)
})
afterAll(async () => {
  close()
  await shell.stop()
  await gateway.close()
  await rm(folder, { recursive: true })
})

/** Asks the service as a page of `who` does; `query`: what it shall ask the product. */
async function ask({ jar }: Pick<SignedIn, 'jar'>, query?: string) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${product}/api/mf-invoices/`, {
    headers: { cookie, origin: product, 'content-type': 'text/plain' },
    ...(query !== undefined && { method: 'POST', body: query }),
  })
  return response.json()
}

test('names the people of the organization in at most 15 lines', async () => {
  expect(queryProduct.split('\n').filter((line) => /[^/* ]/.test(line) && !line.startsWith('/**')).length).toBeLessThan(
    16,
  )
  expect(more).toEqual([])
  const [acme, beta] = [await found(t), await found(t)]
  const mia = await acme.join('member', { name: 'Mia' })
  const people = [
    { roles: ['OWNER'], user: { id: `U_${acme.owner.id}`, name: acme.owner.name } },
    { roles: ['MEMBER'], user: { id: `U_${mia.id}`, name: 'Mia' } },
  ]
  // Their order is unknown if they arrived within one millisecond.
  const nodes = expect.toBeOneOf([people, people.toReversed()])
  const response = { organization: { name: acme.slug, members: { nodes } } }
  expect(await ask(acme.owner)).toEqual(response)
  expect(await ask(mia)).toEqual(response)
  expect(await ask(beta.owner)).toMatchObject({ organization: { name: beta.slug } })
  await acme.owner.post('/organization/remove-member', { memberIdOrEmail: mia.memberId, organizationId: acme.id })
  // The shell's server goes on with Mia's token, which names the organization still.
  expect(await ask(mia)).toEqual({ organization: null })
})

test('changes nothing, and reads nothing about the user', async () => {
  const ann = await t.signUp({ name: 'Ann' })
  const refused = { errors: [{ extensions: { code: 'FORBIDDEN', scope: 'organizations:read' } }] }
  const create = 'mutation { createOrganization(input: { name: "a", slug: "a" }) { userErrors { code } } }'
  expect(await ask(ann, create)).toMatchObject({ data: { createOrganization: null }, ...refused })
  expect(await ask(ann, '{ viewer { user { email } } }')).toMatchObject({ data: { viewer: null }, ...refused })
  expect(await ask(ann, '{ viewer { organizations { totalCount } } }')).toEqual({
    data: { viewer: { organizations: { totalCount: 0 } } },
  })
})
