import { expect, test } from 'vitest'
import { createTestOrganization, invite } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()
const acme = await createTestOrganization(gateway)
const admin = await acme.join('ADMIN', 'Ada')
const mia = await acme.join('MEMBER', 'Mia')
const invitationId = await invite(acme, 'guest@example.com')
const demand = (start: string | null) =>
  gateway.change(
    (db) => db.write`
      update "organization" set "secondFactorRequiredAt" = now() + ${start}::interval where "slug" = ${acme.slug}`,
  )
await gateway.change((db) => db.write`update "user" set "twoFactorEnabled" = true where "email" = ${admin.email}`)

const everything = `query ($slug: String!, $ids: [ID!]!) {
  organization(by: { slug: $slug }) { ...all }
  nodes(ids: $ids) { id ... on Organization { ...all } ... on Member { user { name } } }
  viewer { activeOrganization { ...all } activeMembership { id } teams { totalCount } organizations { nodes { ...all } } }
}
fragment all on Organization {
  id databaseId name slug logo metadata isActive needsSecondFactor secondFactorRequiredAt viewerMembership { id } viewerPermissions
  viewerGrants viewerHasGrants(grants: ["team:create"]) roles { name } builtInRoles { name } remotePermissions { name }
  members { totalCount nodes { user { name } hasSecondFactor } } others: members(query: "a") { totalCount }
  teams { totalCount } invitations { totalCount } auditLog { keptDays } viewerHasPermissions(permissions: [TEAM_CREATE])
}`
const nothing = {
  members: null,
  others: null,
  teams: null,
  invitations: null,
  viewerMembership: null,
  logo: null,
  metadata: null,
  viewerPermissions: null,
  viewerGrants: null,
  viewerHasGrants: null,
  auditLog: null,
  viewerHasPermissions: null,
  roles: null,
  remotePermissions: null,
}

test('shows only the name of a closed organization, wherever it is selected', async () => {
  await demand('-1 s')
  const ids = [acme.id, acme.ownerMemberId, acme.teamId, invitationId]
  const { errors, data } = await mia.graphql(everything, { slug: acme.slug, ids })
  expect(errors).toEqual([])
  const closed = { ...nothing, id: acme.id, databaseId: expect.any(String), name: acme.slug, slug: acme.slug }
  const shown = {
    ...closed,
    isActive: true,
    needsSecondFactor: true,
    secondFactorRequiredAt: null,
    builtInRoles: expect.anything(),
  }
  expect(data).toEqual({
    organization: shown,
    nodes: [shown, null, null, null],
    viewer: {
      activeOrganization: shown,
      activeMembership: null,
      teams: { totalCount: 0 },
      organizations: { nodes: [shown] },
    },
  })
})

test('makes no further calls for a closed organization', async () => {
  await demand('-1 s')
  gateway.relay.clear()
  await mia.graphql(
    `query ($slug: String!) { organization(by: { slug: $slug }) { name viewerMembership { id }
    members { totalCount } others: members(query: "a") { totalCount } roles { name } } }`,
    { slug: acme.slug },
  )
  expect(gateway.relay.calls).toHaveLength(1)
})

test('shows owners and admins who has a second factor, and when it becomes necessary', async () => {
  await demand('7 d')
  const document = `query ($slug: String!) { organization(by: { slug: $slug }) { needsSecondFactor secondFactorRequiredAt
    members { nodes { hasSecondFactor } } missing: members(hasSecondFactor: false) { totalCount }
    team: teams(first: 1) { nodes { members { nodes { hasSecondFactor } } } } } }`
  const read = async (who: Visitor) => (await who.graphql(document, { slug: acme.slug })).at('organization')
  const open = { needsSecondFactor: false, secondFactorRequiredAt: expect.any(String) }
  const listed = (...has: (boolean | null)[]) => ({ nodes: has.map((hasSecondFactor) => ({ hasSecondFactor })) })
  for (const who of [acme.owner, admin])
    expect(await read(who)).toEqual({
      ...open,
      members: listed(false, true, false),
      missing: { totalCount: 2 },
      team: { nodes: [{ members: listed(false) }] },
    })
  expect(await read(mia)).toEqual({
    ...open,
    members: listed(null, null, null),
    missing: { totalCount: 0 },
    team: { nodes: [{ members: listed(null) }] },
  })
})
