import { serverAudits } from 'graphql-http'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const { url } = await startGateway()

// The audits of the reference implementation of https://graphql.github.io/graphql-over-http/draft/
// with CSRF protection on.
const audits = serverAudits({
  url: `${url}/graphql`,
  fetchFn: (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { ...Object(init.headers), 'apollo-require-preflight': 'true' } }),
})

test('runs the number of audits that the docs promise', () => {
  expect(audits.length).toBe(61)
})

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (_, __, audit) => {
  expect(await audit.fn()).toMatchObject({ status: 'ok' })
})

test('rejects requests that a form of another site could send', async () => {
  const asForm = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ query: '{ __typename }' }),
  })
  const asLink = await fetch(`${url}/graphql?query={__typename}`)
  expect([asForm.status, asLink.status]).toEqual([expect.toSatisfy((status: number) => status >= 400), 400])
})

test.each([
  ['too large', 413, 'application/json', JSON.stringify({ query: '{ __typename }', more: 'x'.repeat(100_000) })],
  ['invalid JSON', 400, 'application/json', '{"query":'],
  ['empty', 400, 'application/json', ''],
  ['of another type', 415, 'application/graphql', '{ __typename }'],
])('rejects a body that is %s with %i and a GraphQL error', async (_, status, type, body) => {
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': type }, body })
  expect([response.status, await response.json()]).toEqual([
    status,
    { errors: [{ message: expect.any(String), extensions: { code: 'BAD_REQUEST' } }] },
  ])
})

describe('a GET', () => {
  const get = (headers: Record<string, string>) => fetch(`${url}/graphql?query={__typename}`, { headers })

  test.each([
    ['GraphQL-Require-Preflight', { 'graphql-require-preflight': '1' }],
    ['Apollo-Require-Preflight', { 'apollo-require-preflight': '1' }],
    ['X-Apollo-Operation-Name', { 'x-apollo-operation-name': 'Any' }],
    ['a bearer token', { authorization: 'Bearer x' }],
  ])('with %s is accepted, because pages of other sites cannot send it', async (_, headers) => {
    expect((await get({ ...headers })).status).toBe(200)
  })

  test('with Basic credentials is rejected, because browsers send the password of any link', async () => {
    expect((await get({ authorization: `Basic ${btoa('a:b')}` })).status).toBe(400)
    expect((await get({ authorization: 'Basic bearer x' })).status).toBe(400)
  })
})

test.each(['PUT', 'DELETE', 'PATCH', 'HEAD'])('responds to %s with 405 and the allowed methods', async (method) => {
  const response = await fetch(`${url}/graphql`, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
  if (method !== 'HEAD')
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
})

test('responds to unknown paths with 404 and a GraphQL error', async () => {
  const response = await fetch(`${url}/graphql/`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
})
