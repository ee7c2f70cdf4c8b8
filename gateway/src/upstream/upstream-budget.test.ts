import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createTestOrganization, invite, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()

let acme: TestOrganization
let member: Colleague
let manyIds: string[]
beforeAll(async () => {
  acme = await createTestOrganization(gateway)
  for (let n = 0; n < 19; n += 1) await createTestOrganization(gateway, acme.owner)
  member = await acme.join('MEMBER', 'Mia')
  const invitationId = await invite(acme, 'guest@example.com')
  manyIds = [acme.id, acme.ownerMemberId, member.memberId, acme.teamId, invitationId, 'O_none', 'nonsense']
})

/** Calls to rest-auth per document. Lower a number when it falls; raising it needs a reason. */
const budget: [calls: number, name: string, document: string][] = [
  [1, 'viewer', '{ viewer { user { name email } isEmailVerified } }'],
  [
    2,
    'viewer with organizations and the active one',
    `{ viewer { user { name } activeOrganization { id name slug } organizations(first: 20) { totalCount nodes { id
      name slug isActive } } } }`,
  ],
  [
    1,
    'organization page',
    `query ($slug: String!) { organization(by: { slug: $slug }) {
    id name slug logo metadata isActive viewerMembership { roles team { name } } viewerPermissions
    members(first: 100) {
      totalCount
      nodes { roles createdAt user { name email image } team { name } }
      edges { cursor }
      pageInfo { hasNextPage endCursor }
    }
    teams { nodes { name } }
    invitations(status: PENDING) { nodes { email roles expiresAt organizationName inviterEmail team { name } } }
  } }`,
  ],
  [
    2,
    'organization page with its audit log',
    `query ($slug: String!) { organization(by: { slug: $slug }) { name members { totalCount } auditLog { keptDays nodes {
      event actor { name } target { name } } } } }`,
  ],
  [
    2,
    'organization page with the members of each team',
    `query ($slug: String!) { organization(by: { slug: $slug }) { name teams { nodes { name members(first: 10) {
      nodes { user { name } } } } } } }`,
  ],
  [
    2,
    'organization page with members in two ways',
    `query ($slug: String!) { organization(by: { slug: $slug }) { owners: members(role: OWNER) { nodes { user {
      name } } } members { totalCount } } }`,
  ],
  [
    2,
    '20 organizations with their members',
    `{ viewer { organizations(first: 20) { nodes { name viewerMembership { roles } members(first: 50) { nodes {
      roles user { name } } } } } } }`,
  ],
  [
    2,
    'what the viewer belongs to, and is invited to',
    '{ viewer { organizations { nodes { name } } invitations { totalCount nodes { organizationName inviterEmail } } } }',
  ],
  [
    1,
    'nodes of all kinds',
    `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Organization { name members { totalCount } } ... on Member
      { roles user { name } } ... on Team { name } ... on Invitation { email } } }`,
  ],
  [
    2,
    'whether the viewer may',
    'query ($slug: String!) { organization(by: { slug: $slug }) { viewerHasPermissions(permissions: [TEAM_CREATE]) } }',
  ],
  [1, 'whether a slug is free', '{ isOrganizationSlugAvailable(slug: "free") }'],
  [1, 'which slugs are free', '{ organizationSlug(slug: "free") { isAvailable suggestions } }'],
  [
    2,
    'create an organization',
    `mutation { createOrganization(input: { name: "New", slug: "budget" }) { organization { name viewerMembership {
      roles } members { nodes { user { name } } } teams { nodes { name } } } userErrors { code } } }`,
  ],
  [
    2,
    'rename an organization',
    `mutation ($id: ID!) { updateOrganization(input: { organizationId: $id, name: "Renamed" }) { organization {
      name slug viewerPermissions } userErrors { code } } }`,
  ],
  [
    2,
    'choose an organization',
    'mutation ($slug: String!) { setActiveOrganization(input: { slug: $slug }) { organization { name isActive } userErrors { code } } }',
  ],
  [
    1,
    'invite',
    `mutation ($id: ID!) { inviteMember(input: { organizationId: $id, email: "new@example.com", roles: [MEMBER] })
      { invitation { id email roles status expiresAt } userErrors { code } } }`,
  ],
  [
    2,
    'invite again, with names',
    `mutation ($id: ID!) { inviteMember(input: { organizationId: $id, email: "new@example.com", roles: [MEMBER],
      resend: true }) { invitation { id organizationName organizationSlug inviterEmail } userErrors { code } } }`,
  ],
  [
    2,
    'change roles',
    `mutation ($id: ID!, $memberId: ID!) { updateMemberRoles(input: { organizationId: $id, memberId: $memberId,
      roles: [ADMIN, MEMBER] }) { member { roles user { name } team { name } } userErrors { code } } }`,
  ],
  [
    2,
    'move into a team',
    `mutation ($id: ID!, $memberId: ID!, $teamId: ID!) { updateMemberTeam(input: { organizationId: $id,
      memberId: $memberId, teamId: $teamId }) { member { team { name } } userErrors { code } } }`,
  ],
  [
    2,
    'create a team',
    `mutation ($id: ID!) { createTeam(input: { organizationId: $id, name: "Budget" }) { team { name members {
      totalCount } } userErrors { code } } }`,
  ],
  [
    2,
    'rename a team',
    `mutation ($id: ID!, $teamId: ID!) { updateTeam(input: { organizationId: $id, teamId: $teamId, name: "Core" })
      { team { name members { nodes { user { name } } } } userErrors { code } } }`,
  ],
  [
    2,
    'remove a member',
    `mutation ($id: ID!, $memberId: ID!) { removeMember(input: { organizationId: $id, member: { id: $memberId } })
      { removedMemberId organization { members { totalCount } } userErrors { code } } }`,
  ],
]

const variables = () => ({ id: acme.id, slug: acme.slug, memberId: member.memberId, teamId: acme.teamId, ids: manyIds })

test.each(budget)('makes %i calls for: %s', async (calls, _, document) => {
  gateway.relay.clear()
  const response = await acme.owner.graphql(document, variables())
  expect(response.errors).toEqual([])
  if (document.startsWith('mutation')) expect(response.text).toContain('"userErrors":[]')
  expect(gateway.relay.calls).toHaveLength(calls)
})

test('makes no call for requests without credentials', async () => {
  gateway.relay.clear()
  expect((await gateway.visitor().graphql('{ viewer { user { name } } }')).data).toEqual({ viewer: null })
  expect(gateway.relay.calls).toEqual([])
})

test('makes no more calls for more items of a page', async () => {
  const asked = async (first: number) => {
    gateway.relay.clear()
    const document = `query ($first: Int) { viewer { organizations(first: $first) { nodes { members { nodes { user { name }
        organization { name } } } teams { nodes { members { totalCount } } } } } } }`
    expect((await acme.owner.graphql(document, { first })).errors).toEqual([])
    return gateway.relay.calls.length
  }
  expect([await asked(1), await asked(8)]).toEqual([4, 4])
})

test('uses every organization call of rest-auth, or replaces it by the batch read', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const openapi: { paths: Record<string, object> } = JSON.parse(read('../../../rest-auth/generated/openapi.json'))
  const made = read('rest-auth-client.ts')
  const left = Object.keys(openapi.paths).filter(
    (path) => /^.organization./.test(path) && !made.includes(`('${path}')`),
  )
  expect(left.map((path) => path.replace('/organization/', '')).toSorted()).toEqual([
    'get-active-member',
    'get-active-member-role',
    'get-full-organization',
    'get-organization',
    'get-role',
    'list',
    'list-invitations',
    'list-members',
    'list-permissions',
    'list-roles',
    'list-team-members',
    'list-teams',
    'list-user-invitations',
    'list-user-teams',
    'read-mailed-invitation', // for users with an emailed link and no session
    'set-active-team', // the screens have no active team
  ])
})
