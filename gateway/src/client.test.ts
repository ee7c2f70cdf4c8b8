import { readFileSync } from 'node:fs'
import {
  ApolloClient,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  type TypedDocumentNode,
} from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { parse, validate } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { Admissions } from './limits/admission.ts'
import { schema } from './schema/schema.ts'
import { foundOrganization, type TestOrganization } from './testing/organizations.ts'
import { startGateway } from './testing/start-gateway.ts'
import { publicOrigin } from './testing/start-rest-auth.ts'

const gateway = await startGateway()
let acme: TestOrganization
let client: ApolloClient
beforeAll(async () => {
  acme = await foundOrganization(gateway)
  await acme.join('MEMBER', 'Mia')
  await acme.join('ADMIN', 'Ada')
  client = clientWith([...acme.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
})

function clientWith(cookie: string): ApolloClient {
  const cache = new InMemoryCache({
    possibleTypes: { Node: ['Organization', 'Member', 'Team', 'Invitation', 'User'] },
    typePolicies: { Organization: { fields: { members: relayStylePagination(['orderBy', 'role', 'query']) } } },
  })
  const link = new HttpLink({ uri: `${gateway.url}/graphql`, headers: { cookie, origin: publicOrigin } })
  return new ApolloClient({ link, cache })
}

interface Members {
  edges: { node: { user: { name: string } } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

const membersQuery: TypedDocumentNode<{ organization: { members: Members } }, { slug: string; after?: string }> = gql`
  query Members($slug: String!, $after: String) {
    organization(by: { slug: $slug }) {
      id
      members(first: 2, after: $after) {
        edges {
          cursor
          node {
            id
            roles
            user {
              id
              name
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
          startCursor
          hasPreviousPage
        }
      }
    }
  }
`

describe('Apollo Client', () => {
  test('loads more, and joins the pages by the Relay policy as it ships', async () => {
    const variables = { slug: acme.slug }
    const query = client.watchQuery({ query: membersQuery, variables })
    const first = await query.refetch()
    await query.fetchMore({ variables: { after: first.data?.organization.members.pageInfo.endCursor ?? '' } })
    const members = client.readQuery({ query: membersQuery, variables })?.organization.members
    expect(members?.edges.map((edge) => edge.node.user.name)).toEqual(['Olive', 'Mia', 'Ada'])
    expect(members?.pageInfo.hasNextPage).toBe(false)
  })

  test('a mutation changes what other queries show, by the global id', async () => {
    const query = gql`
      query Name($slug: String!) {
        organization(by: { slug: $slug }) {
          id
          name
        }
      }
    `
    await client.query({ query, variables: { slug: acme.slug } })
    const { data } = await client.mutate({
      mutation: gql`
        mutation Rename($id: ID!) {
          updateOrganization(input: { organizationId: $id, name: "Renamed" }) {
            organization {
              id
              name
            }
            userErrors {
              code
            }
          }
        }
      `,
      variables: { id: acme.id },
    })
    expect(data).toMatchObject({ updateOrganization: { userErrors: [] } })
    expect(client.readQuery({ query, variables: { slug: acme.slug } })).toMatchObject({
      organization: { name: 'Renamed' },
    })
  })

  test('sees a refused document and a missing session as GraphQL errors, not as a broken connection', async () => {
    const nobody = clientWith('')
    const failure = async (query: string) => {
      const outcome = await nobody.query({ query: gql(query) }).catch((error: unknown) => error)
      return outcome instanceof CombinedGraphQLErrors ? outcome.errors[0]?.extensions?.['code'] : outcome
    }
    expect(await failure('{ nothing }')).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(await failure('{ organization(by: { slug: "a" }) { id } }')).toBe('UNAUTHENTICATED')
    const deep = `{ organization(by: { slug: "a" }) ${'{ viewerMembership { organization '.repeat(7)} { id } ${'} }'.repeat(7)} }`
    expect(await failure(deep)).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})

test("every document of the product's own remote is valid and within the limits", () => {
  const file = new URL('../../mf-organization/src/generated/persisted-documents.json', import.meta.url)
  const documents: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  expect(Object.keys(documents).length).toBeGreaterThan(5)
  const admissions = new Admissions(schema)
  for (const query of Object.values(documents)) {
    expect(validate(schema, parse(query))).toEqual([])
    expect(admissions.admit({ query })).toMatchObject({ cost: expect.any(Number) })
  }
})
