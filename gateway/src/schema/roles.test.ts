import { expect, test } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()

const document = `query ($slug: String!) {
  organization(by: { slug: $slug }) {
    viewerPermissions
    viewerGrants
    both: viewerHasGrants(grants: ["team:create", "ac:read"])
    none: viewerHasGrants(grants: [])
    roles { name label grants }
    viewerMembership { roles assignedRoles }
    invitations(first: 1) { nodes { roles assignedRoles } }
  }
}`

/** An organization with a member who has the role `support`, which grants the actions on teams. */
async function foundWithSupport(actions: string[]) {
  const acme = await createTestOrganization(gateway)
  const member = await acme.join('MEMBER')
  const post = async (path: string, body: object) =>
    expect((await acme.owner.rest('POST', `/organization/${path}`, body)).status).toBe(200)
  const permission = { team: actions }
  await post('create-role', { role: 'support', permission, additionalFields: { label: 'Support' } })
  const found = await acme.owner.graphql('query ($id: ID!) { node(id: $id) { ... on Member { databaseId } } }', {
    id: member.memberId,
  })
  const memberId = found.textAt('node', 'databaseId')
  return { acme, member, memberId, post }
}

test('reads the roles of an organization, their grants, and who has them', async () => {
  const { acme, member, memberId, post } = await foundWithSupport(['create'])
  await post('update-member-role', { memberId, role: ['member', 'support'] })
  await post('invite-member', { email: 'new@x.test', role: ['support'] })
  const read = async () => (await member.graphql(document, { slug: acme.slug })).at('organization')
  expect(await read()).toEqual({
    viewerPermissions: ['TEAM_CREATE'],
    viewerGrants: ['team:create', 'ac:read'],
    both: true,
    none: false,
    roles: [{ name: 'support', label: 'Support', grants: ['team:create'] }],
    viewerMembership: { roles: ['MEMBER'], assignedRoles: ['member', 'support'] },
    invitations: { nodes: [{ roles: [], assignedRoles: ['support'] }] },
  })
  await post('update-role', { roleName: 'support', data: { permission: {} } })
  expect(await read()).toMatchObject({ viewerPermissions: [], viewerGrants: ['ac:read'], both: false })
})

const change = `mutation ($input: UpdateMemberRolesInput!) {
  updateMemberRoles(input: $input) { member { roles assignedRoles } userErrors { code permission missingGrant } }
}`

test('changes and compares only built-in roles of a member, and keeps the others', async () => {
  const { acme, member, memberId, post } = await foundWithSupport(['create'])
  await post('update-member-role', { memberId, role: ['member', 'support'] })
  const update = async (input: object) =>
    (await acme.owner.graphql(change, { input: { memberId: member.memberId, ...input } })).at('updateMemberRoles')
  const asAdmin = { member: { roles: ['ADMIN'], assignedRoles: ['admin', 'support'] }, userErrors: [] }
  expect(await update({ roles: ['ADMIN'] })).toEqual(asAdmin)
  expect(await update({ roles: ['MEMBER'], expected: ['ADMIN'] })).toEqual({
    member: { roles: ['MEMBER'], assignedRoles: ['member', 'support'] },
    userErrors: [],
  })
  expect(await update({ roles: ['ADMIN'], expected: ['ADMIN'] })).toMatchObject({
    userErrors: [{ code: 'MEMBER_ROLES_HAVE_CHANGED' }],
  })
})

test('names the permission that the viewer would give without having it', async () => {
  const { acme, member, memberId, post } = await foundWithSupport(['create'])
  await post('update-role', { roleName: 'support', data: { permission: { member: ['update'] } } })
  await post('update-member-role', { memberId, role: ['support'] })
  const bob = await acme.join('MEMBER', 'Bob')
  const refused = await member.graphql(change, { input: { memberId: bob.memberId, roles: ['ADMIN'] } })
  expect(refused.at('updateMemberRoles')).toEqual({
    member: null,
    userErrors: [
      {
        code: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
        permission: 'ORGANIZATION_UPDATE',
        missingGrant: 'organization:update',
      },
    ],
  })
})
