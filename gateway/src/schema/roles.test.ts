import { expect, test } from 'vitest'
import { permissions } from 'contract/permissions.ts'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

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

const roleDocument = (mutation: string) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const result = mutation === 'deleteRole' ? 'deletedRoleName' : 'role { name label grants memberCount }'
  return `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${result} userErrors { code missingGrant } } }`
}

async function run(who: Visitor, mutation: string, input: object): Promise<unknown> {
  const response = await who.graphql(roleDocument(mutation), { input })
  expect(response.errors).toEqual([])
  return response.at(mutation)
}

test('creates, changes and deletes a role, and counts who has it', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner, slug } = organization
  const { memberId } = await organization.join('MEMBER')
  const created = await run(owner, 'createRole', { name: 'Support', label: 'Help desk', grants: ['team:create'] })
  const role = { name: 'support', label: 'Help desk', grants: ['team:create'], memberCount: 0 }
  expect(created).toEqual({ role, userErrors: [] })
  await owner.graphql(assign, { input: { memberId, assignedRoles: ['member', 'support'] } })
  const counts = `query ($slug: String!) {
    organization(by: { slug: $slug }) {
      roles { name memberCount } builtInRoles { name label grants memberCount }
      members(assignedRole: "Support") { totalCount nodes { id } } owners: members(assignedRole: "owner") { totalCount }
    }
  }`
  const found = (await owner.graphql(counts, { slug })).at('organization')
  expect(found).toMatchObject({
    roles: [{ name: 'support', memberCount: 1 }],
    builtInRoles: [
      { name: 'owner', label: null, grants: [...permissions], memberCount: 1 },
      { name: 'admin', memberCount: 0 },
      { name: 'member', grants: ['ac:read'], memberCount: 1 },
    ],
    members: { totalCount: 1, nodes: [{ id: memberId }] },
    owners: { totalCount: 1 },
  })
  const grants = ['team:delete', 'team:create']
  const changed = await run(owner, 'updateRole', { name: 'support', newName: 'helpers', label: null, grants })
  const after = { name: 'helpers', label: null, grants: ['team:create', 'team:delete'], memberCount: 1 }
  expect(changed).toEqual({ role: after, userErrors: [] })
  expect(await run(owner, 'deleteRole', { name: 'helpers' })).toMatchObject({
    deletedRoleName: null,
    userErrors: [{ code: 'ROLE_IS_ASSIGNED_TO_MEMBERS' }],
  })
  await owner.graphql(assign, { input: { memberId, assignedRoles: ['member'] } })
  expect(await run(owner, 'deleteRole', { name: 'Helpers' })).toEqual({ deletedRoleName: 'helpers', userErrors: [] })
})

test('changes a role for one of two owners who expect the same', async () => {
  const { owner, ...organization } = await createTestOrganization(gateway)
  const other = await organization.join('OWNER')
  await run(owner, 'createRole', { name: 'support', grants: ['team:update', 'team:create'] })
  const expected = { label: null, grants: ['team:create', 'team:update'] }
  const edit = (who: Visitor, grants: string[]) => run(who, 'updateRole', { name: 'support', grants, expected })
  const both = await Promise.all([edit(owner, ['team:delete']), edit(other, ['audit:read'])])
  const refused = { role: null, userErrors: [{ code: 'ROLE_HAS_CHANGED', missingGrant: null }] }
  expect(both).toContainEqual(refused)
  expect(both).toContainEqual(expect.objectContaining({ userErrors: [] }))
})

test('gives no more than the viewer has, by a role or to a member', async () => {
  const { member, memberId, acme, post } = await foundWithSupport(['create'])
  const permission = { ac: ['create', 'update'], member: ['update'] }
  await post('update-role', { roleName: 'support', data: { permission } })
  await post('create-role', { role: 'auditor', permission: { audit: ['read'] } })
  await post('update-member-role', { memberId, role: ['support'] })
  const refusal = (code: string, missingGrant: string) =>
    expect.objectContaining({ userErrors: [{ code, missingGrant }] })
  const bob = await acme.join('MEMBER', 'Bob')
  expect(await run(member, 'createRole', { name: 'x', grants: ['member:delete'] })).toEqual(
    refusal('YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE', 'member:delete'),
  )
  expect(await run(member, 'updateRole', { name: 'auditor', grants: [] })).toEqual(
    refusal('YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE', 'audit:read'),
  )
  expect(await run(member, 'deleteRole', { name: 'auditor' })).toEqual(
    refusal('YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE', 'ac:delete'),
  )
  const refused = await member.graphql(assign, { input: { memberId: bob.memberId, assignedRoles: ['auditor'] } })
  expect(refused.at('updateAssignedRoles', 'userErrors')).toMatchObject([{ missingGrant: 'audit:read' }])
})

const assign = `mutation ($input: UpdateAssignedRolesInput!) {
  updateAssignedRoles(input: $input) { member { roles assignedRoles } userErrors { code missingGrant } }
}`

test('replaces all roles of a member, if they are still the expected ones', async () => {
  const { acme, member } = await foundWithSupport(['create'])
  const update = async (assignedRoles: string[], expected?: string[]) =>
    (await acme.owner.graphql(assign, { input: { memberId: member.memberId, assignedRoles, expected } })).at(
      'updateAssignedRoles',
    )
  const asSupport = { member: { roles: [], assignedRoles: ['support'] }, userErrors: [] }
  expect(await update(['support'], ['member'])).toEqual(asSupport)
  expect(await update(['admin'], ['member'])).toMatchObject({ userErrors: [{ code: 'MEMBER_ROLES_HAVE_CHANGED' }] })
  expect(await update(['admin'], [])).toMatchObject({ userErrors: [{ code: 'MEMBER_ROLES_HAVE_CHANGED' }] })
  expect(await update(['admin'], ['support'])).toMatchObject({ member: { assignedRoles: ['admin'] } })
  expect(await update(['support'])).toEqual(asSupport)
})
