import { serverAudits } from 'graphql-http'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const { url } = await startGateway()

// https://graphql.github.io/graphql-over-http/draft/ as the reference implementation tests it, with CSRF protection on.
const audits = serverAudits({
  url: `${url}/graphql`,
  fetchFn: (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { ...Object(init.headers), 'apollo-require-preflight': 'true' } }),
})

test('there are as many audits as we promise to pass', () => {
  expect(audits.length).toBe(61)
})

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (_, __, audit) => {
  expect(await audit.fn()).toMatchObject({ status: 'ok' })
})

test('a request that a form of another site could send is refused', async () => {
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
  ['no JSON', 400, 'application/json', '{"query":'],
  ['none', 400, 'application/json', ''],
  ['of another type', 415, 'application/graphql', '{ __typename }'],
])('a body that is %s: %i, as an error like any other', async (_, status, type, body) => {
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': type }, body })
  expect([answer.status, await answer.json()]).toEqual([
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
  ])('with %s is one that no page of another site could send', async (_, headers) => {
    expect((await get({ ...headers })).status).toBe(200)
  })

  test('with the password of a link is none, for browsers send it from anywhere', async () => {
    expect((await get({ authorization: `Basic ${btoa('a:b')}` })).status).toBe(400)
    expect((await get({ authorization: 'Basic bearer x' })).status).toBe(400)
  })
})

test.each(['PUT', 'DELETE', 'PATCH', 'HEAD'])('%s is 405, and says what is allowed', async (method) => {
  const answer = await fetch(`${url}/graphql`, { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
  if (method !== 'HEAD')
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
})

test('what is nowhere is 404 in the form of all other errors', async () => {
  const answer = await fetch(`${url}/graphql/`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] })
})
