import { readFileSync } from 'node:fs'
import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { admit } from 'contract/graphql/admission.ts'
import { schema } from './schema/schema.ts'
import { startGateway } from './testing/start-gateway.ts'

const { url } = await startGateway()

const deep = `{ organization(by: { slug: "a" }) ${'{ viewerMembership { organization '.repeat(7)} { id } ${'} }'.repeat(7)} }`

test.each([
  ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ organization(by: { slug: "a" }) { id } }', 'UNAUTHENTICATED'],
  [deep, 'GRAPHQL_VALIDATION_FAILED'],
])('lets Apollo Client see a GraphQL error, not a broken connection: %s', async (document, code) => {
  const client = new ApolloClient({ link: new HttpLink({ uri: `${url}/graphql` }), cache: new InMemoryCache() })
  const error: unknown = await client.query({ query: gql(document) }).catch((thrown: unknown) => thrown)
  expect(CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.['code']).toBe(code)
})

test("accepts every document of the product's own remote", () => {
  const file = new URL('../../mf-organization/src/generated/persisted-documents.json', import.meta.url)
  const documents: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  expect(Object.keys(documents).length).toBeGreaterThan(5)
  for (const query of Object.values(documents)) {
    expect(validate(schema, parse(query))).toEqual([])
    expect(admit(schema, { query })).toMatchObject({ cost: expect.any(Number) })
  }
})
