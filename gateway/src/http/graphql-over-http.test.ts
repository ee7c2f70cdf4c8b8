import { serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'
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
