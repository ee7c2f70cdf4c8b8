import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()

test('the journey: create, invite, accept, see the member, rename', async () => {
  const ann = await gateway.signUp('Ann')
  const bob = await gateway.signUp('Bob')
  const nobody = await gateway.visitor().graphql('{ viewer { user { id } } }')
  expect(nobody.data).toEqual({ viewer: null })

  const created = await ann.graphql(
    `mutation ($input: CreateOrganizationInput!) {
      createOrganization(input: $input) {
        organization { id databaseId name slug isActive metadata viewerMembership { roles } viewerPermissions teams { nodes { name } } }
        userErrors { code message path }
        query { viewer { activeOrganization { slug } organizations { totalCount nodes { name } } } }
      }
    }`,
    { input: { name: 'Acme', slug: 'acme', metadata: { plan: 'free' } } },
  )
  expect(created.errors).toEqual([])
  expect(created.at('createOrganization')).toMatchObject({
    organization: {
      name: 'Acme',
      slug: 'acme',
      isActive: true,
      metadata: { plan: 'free' },
      viewerMembership: { roles: ['OWNER'] },
    },
    userErrors: [],
    query: {
      viewer: { activeOrganization: { slug: 'acme' }, organizations: { totalCount: 1, nodes: [{ name: 'Acme' }] } },
    },
  })

  // The one is opaque, the other what REST says.
  const idOf = (field: string) => String(created.at('createOrganization', 'organization', field))
  expect(idOf('id')).toBe(`O_${idOf('databaseId')}`)

  const invited = await ann.graphql(
    `mutation ($email: String!) {
      inviteMember(input: { email: $email, roles: [MEMBER] }) {
        invitation { id databaseId email roles status isExpired organizationName organizationSlug inviterEmail }
        userErrors { code }
      }
    }`,
    { email: bob.email },
  )
  expect(invited.at('inviteMember')).toMatchObject({
    invitation: {
      email: bob.email,
      roles: ['MEMBER'],
      status: 'PENDING',
      isExpired: false,
      organizationName: 'Acme',
      organizationSlug: 'acme',
      inviterEmail: ann.email,
    },
    userErrors: [],
  })
  const invitation = (field: string) => invited.textAt('inviteMember', 'invitation', field)
  expect(invitation('id')).toBe(`I_${invitation('databaseId')}`)

  const accepted = await bob.graphql(
    `mutation ($id: ID!) {
      acceptInvitation(input: { invitationId: $id }) {
        invitation { status }
        member {
          roles
          user { name }
          organization {
            slug
            members { totalCount nodes { user { name email } roles } pageInfo { hasNextPage endCursor } }
          }
        }
        userErrors { code }
      }
    }`,
    { id: invited.textAt('inviteMember', 'invitation', 'id') },
  )
  expect(accepted.errors).toEqual([])
  expect(accepted.at('acceptInvitation')).toMatchObject({
    invitation: { status: 'ACCEPTED' },
    member: { roles: ['MEMBER'], user: { name: 'Bob' }, organization: { slug: 'acme', members: { totalCount: 2 } } },
    userErrors: [],
  })

  const seen = await ann.graphql(
    '{ organization(by: { slug: "acme" }) { members { nodes { user { name } team { name } } } } }',
  )
  expect(seen.at('organization', 'members', 'nodes')).toEqual([
    { user: { name: 'Ann' }, team: { name: 'Acme' } },
    { user: { name: 'Bob' }, team: null },
  ])

  const renamed = await ann.graphql(
    'mutation { updateOrganization(input: { name: "Acme Ltd" }) { organization { name slug } userErrors { code } } }',
  )
  expect(renamed.at('updateOrganization')).toEqual({ organization: { name: 'Acme Ltd', slug: 'acme' }, userErrors: [] })
})

test('a logo given as data is a picture with an address; what is none, or too long, is a refusal to act on', async () => {
  const ann = await gateway.signUp('Ann')
  const mutation = `mutation ($logo: String, $metadata: JSONObject) {
    createOrganization(input: { name: "Logo", slug: "logo", logo: $logo, metadata: $metadata }) {
      organization { logo }
      userErrors { code path }
    }
  }`
  const refused = (field: string) => ({
    organization: null,
    userErrors: [{ code: 'VALIDATION_ERROR', path: ['input', field] }],
  })
  const svg = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
  for (const logo of [svg, 'javascript:alert(1)', `https://cdn.test/${'a'.repeat(2048)}`]) {
    expect((await ann.graphql(mutation, { logo })).at('createOrganization')).toEqual(refused('logo'))
  }
  const metadata = { long: 'x'.repeat(8192) }
  expect((await ann.graphql(mutation, { metadata })).at('createOrganization')).toEqual(refused('metadata'))
  const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  expect((await ann.graphql(mutation, { logo })).at('createOrganization')).toEqual({
    organization: { logo: expect.stringMatching(/\/api\/auth\/pictures\/[\da-f]{64}$/) },
    userErrors: [],
  })
})
