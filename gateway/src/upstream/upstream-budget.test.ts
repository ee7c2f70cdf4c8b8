import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { foundOrganization, invite, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()

let acme: TestOrganization
let member: Colleague
let manyIds: string[]
beforeAll(async () => {
  acme = await foundOrganization(gateway)
  for (let n = 0; n < 19; n += 1) await foundOrganization(gateway, acme.owner)
  member = await acme.join('MEMBER', 'Mia')
  const invitationId = await invite(acme, 'guest@example.com')
  manyIds = [acme.id, acme.ownerMemberId, member.memberId, acme.teamId, invitationId, 'O_none', 'nonsense']
})

/** How many calls to rest-auth a document may cost. Lower a number when it falls; raising one needs a reason. */
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

// Executed by graphql-js the first times, and compiled afterwards: both must plan alike.
test.each(budget)('%i: %s', async (calls, _, document) => {
  const rounds = document.startsWith('mutation') ? 1 : 5
  for (let round = 0; round < rounds; round += 1) {
    gateway.relay.clear()
    const answer = await acme.owner.graphql(document, variables())
    expect(answer.errors).toEqual([])
    if (document.startsWith('mutation')) expect(answer.text).toContain('"userErrors":[]')
    expect(gateway.relay.calls).toHaveLength(calls)
  }
})

test('0: whoever carries no credentials is nobody, without asking', async () => {
  gateway.relay.clear()
  expect((await gateway.visitor().graphql('{ viewer { user { name } } }')).data).toEqual({ viewer: null })
  expect(gateway.relay.calls).toEqual([])
})

test('a read never costs more for more items of a page', async () => {
  const asked = async (first: number) => {
    gateway.relay.clear()
    const document = `query ($first: Int) { viewer { organizations(first: $first) { nodes { members { nodes { user { name }
        organization { name } } } teams { nodes { members { totalCount } } } } } } }`
    expect((await acme.owner.graphql(document, { first })).errors).toEqual([])
    return gateway.relay.calls.length
  }
  expect([await asked(1), await asked(8)]).toEqual([4, 4])
})

test('every call of rest-auth about organizations is made, or made superfluous by the batch read', async () => {
  const openapi: { paths: Record<string, object> } = JSON.parse(
    readFileSync(new URL('../../../rest-auth/generated/openapi.json', import.meta.url), 'utf8'),
  )
  const superfluous = [
    'list',
    'get-full-organization',
    'get-active-member',
    'list-members',
    'list-invitations',
    'list-teams',
    'list-user-invitations',
  ]
  const expected = Object.keys(openapi.paths)
    .filter((path) => path.startsWith('/organization/'))
    .filter((path) => !superfluous.includes(path.slice('/organization/'.length)))
    .filter((path) => path !== '/organization/read-mailed-invitation') // for whoever has a mail and no session
  gateway.relay.clear()
  await makeEveryCall(await gateway.signUp('Eve'))
  const made = new Set(gateway.relay.calls.map((call) => call.split(' ')[1] ?? ''))
  expect(expected.filter((path) => !made.has(path))).toEqual([])
})

async function makeEveryCall(eve: Visitor): Promise<void> {
  const home = await foundOrganization(gateway, eve)
  const input = { organizationId: home.id }
  const run = (mutation: string, more: object) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
    return eve.graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`, {
      input: { ...input, ...more },
    })
  }
  await gateway.verifyEmail(eve)
  const invitationId = await invite(home, 'x@example.com')
  await eve.graphql(
    `query ($id: ID!) { viewer { invitations { totalCount } } invitation(id: $id) { userErrors { code } }
      isOrganizationSlugAvailable(slug: "x") organizationSlug(slug: "x") { isAvailable } }`,
    { id: invitationId },
  )
  await eve.graphql(
    'query ($id: ID!) { organization(by: { id: $id }) { viewerHasPermissions(permissions: [TEAM_CREATE]) } }',
    { id: home.id },
  )
  await run('updateOrganization', { name: 'Home' })
  await run('setActiveOrganization', {})
  await run('updateMemberRoles', { memberId: home.ownerMemberId, roles: ['OWNER'] })
  await run('updateMemberTeam', { memberId: home.ownerMemberId, teamId: home.teamId })
  await run('removeMember', { member: { email: 'nobody@example.com' } })
  await run('createTeam', { name: 'T' })
  await run('updateTeam', { teamId: home.teamId, name: 'U' })
  await run('removeTeam', { teamId: home.teamId })
  for (const mutation of ['acceptInvitation', 'rejectInvitation', 'cancelInvitation']) {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
    await eve.graphql(`mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`, {
      input: { invitationId },
    })
  }
  await run('leaveOrganization', {})
  await run('deleteOrganization', {})
}
