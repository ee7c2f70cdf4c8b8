import { expect, test } from 'vitest'
import { createTestOrganization, invite } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()
const acme = await createTestOrganization(gateway)
const mia = await acme.join('MEMBER', 'Mia')
const invitationId = await invite(acme, 'guest@example.com')

const times = 'databaseId createdAt updatedAt'
const document = `query ($slug: String!) {
  viewer { user { ${times} } }
  organization(by: { slug: $slug }) {
    ${times}
    members { nodes { ${times} user { ${times} } } }
    teams { nodes { ${times} } }
    invitations { nodes { ${times} } }
  }
}`

type Row = Record<'databaseId' | 'createdAt' | 'updatedAt', string>
interface Rows {
  viewer: { user: Row }
  organization: Row & Record<'members' | 'teams' | 'invitations', { nodes: (Row & { user: Row })[] }>
}

async function readRows(who: Visitor) {
  const { errors, data } = await who.graphql(document, { slug: acme.slug })
  expect(errors).toEqual([])
  const { viewer, organization }: Rows = JSON.parse(JSON.stringify(data))
  const { members, teams, invitations, ...own } = organization
  const [owner, member] = members.nodes
  if (!owner || !member) throw new Error('a member is missing')
  const { user, ...membership } = member
  return {
    viewer: viewer.user,
    own,
    membership,
    user,
    owner: owner.user,
    team: teams.nodes[0],
    invitation: invitations.nodes[0],
  }
}

test('gives every row the id of REST, the time of its creation and of its last change', async () => {
  const { body } = await acme.owner.rest('GET', '/organization/get-full-organization')
  const before = await readRows(acme.owner)
  const full: Record<string, { id: string; userId?: string }[]> & { id: string } = JSON.parse(JSON.stringify(body))
  expect(before.own.databaseId).toBe(full.id)
  expect(before.membership.databaseId).toBe(full['members']?.[1]?.id)
  expect(before.user.databaseId).toBe(full['members']?.[1]?.userId)
  expect(before.team?.databaseId).toBe(full['teams']?.[0]?.id)
  expect(before.invitation?.databaseId).toBe(full['invitations']?.[0]?.id)
  expect(before.viewer).toEqual(before.owner)
  // New members change neither their organization nor their team.
  for (const row of Object.values(before)) {
    expect(row).toEqual({ databaseId: expect.any(String), createdAt: expect.any(String), updatedAt: row?.createdAt })
    expect(new Date(row?.createdAt ?? '').toISOString()).toBe(row?.createdAt)
  }
  const input = { organizationId: acme.id }
  const change = `mutation ($organization: UpdateOrganizationInput!, $team: UpdateTeamInput!,
    $roles: UpdateMemberRolesInput!, $invitation: CancelInvitationInput!) {
    updateOrganization(input: $organization) { organization { updatedAt createdAt } userErrors { code } }
    updateTeam(input: $team) { team { updatedAt createdAt } userErrors { code } }
    updateMemberRoles(input: $roles) { member { updatedAt createdAt } userErrors { code } }
    cancelInvitation(input: $invitation) { invitation { updatedAt createdAt } userErrors { code } }
  }`
  const changed = await acme.owner.graphql(change, {
    organization: { ...input, metadata: { plan: 'free' } },
    team: { ...input, teamId: acme.teamId, name: 'Core' },
    roles: { ...input, memberId: mia.memberId, roles: ['ADMIN'] },
    invitation: { invitationId },
  })
  expect(changed.errors).toEqual([])
  await mia.rest('POST', '/update-user', { name: 'Mia May' })
  const after = await readRows(acme.owner)
  for (const name of ['own', 'team', 'membership', 'invitation', 'user'] as const) {
    expect(after[name]?.createdAt, name).toBe(before[name]?.createdAt)
    expect(Date.parse(after[name]?.updatedAt ?? ''), name).toBeGreaterThan(Date.parse(before[name]?.updatedAt ?? ''))
  }
  expect(changed.at('cancelInvitation', 'invitation', 'updatedAt')).toBe(after.invitation?.updatedAt)
  expect(changed.at('updateTeam', 'team', 'updatedAt')).toBe(after.team?.updatedAt)
})

test('shows no change of a user that fellow members do not see', async () => {
  const before = await readRows(acme.owner)
  await mia.rest('POST', '/update-user', { language: 'de', username: 'mia_may' })
  await gateway.verifyEmail(mia)
  await mia.rest('POST', '/update-user', { name: 'Mia May' }) // the same as before
  expect(await readRows(acme.owner)).toEqual(before)
  expect((await readRows(mia)).viewer).toEqual(before.user)
})

test('requests times, organizations and inviters of rows only for documents that select them', async () => {
  const { team, user, invitation } = await readRows(acme.owner)
  const calls: string[] = []
  gateway.relay.behave = (incoming, _, pass) => {
    calls.push(incoming.url ?? '')
    pass()
  }
  const select = async (fields: string, index = 1, list = 'members') => {
    const read = `{ organization(by: { slug: "${acme.slug}" }) { ${list} { edges { node { ${fields} } } } } }`
    const response = await acme.owner.graphql(read)
    return [response.at('organization', list, 'edges', index, 'node'), !calls.pop()?.includes('brief')]
  }
  expect(await select('roles user { name }')).toEqual([{ roles: ['ADMIN'], user: { name: 'Mia May' } }, false])
  expect(await select('user { ... on User { createdAt } }')).toEqual([{ user: { createdAt: user.createdAt } }, true])
  expect(await select('team { updatedAt }', 0)).toEqual([{ team: { updatedAt: team?.updatedAt } }, true])
  expect(await select('user { id } ... on Node { ... on Member { user { updatedAt } } }')).toEqual([
    { user: { id: expect.any(String), updatedAt: user.updatedAt } },
    true,
  ])
  expect(await select('name', 0, 'teams')).toEqual([{ name: 'Core' }, false])
  expect(await select('updatedAt', 0, 'teams')).toEqual([{ updatedAt: team?.updatedAt }, true])
  expect(await select('email', 0, 'invitations')).toEqual([{ email: 'guest@example.com' }, false])
  expect(await select('inviterName', 0, 'invitations')).toEqual([{ inviterName: 'Olive' }, true])
  expect(await select('organizationSlug', 0, 'invitations')).toEqual([{ organizationSlug: acme.slug }, true])
  const organization = { slug: acme.slug }
  expect(await select('organization { slug }')).toEqual([{ organization }, true])
  expect(await select('organization { slug }', 0, 'teams')).toEqual([{ organization }, true])
  expect(await select('team { organization { slug } }', 0)).toEqual([{ team: { organization } }, true])
  expect(await select('created: createdAt', 0, 'invitations')).toEqual([{ created: invitation?.createdAt }, true])
  expect(await select('... on Invitation { team { id } }', 0, 'invitations')).toEqual([{ team: null }, true])
})
