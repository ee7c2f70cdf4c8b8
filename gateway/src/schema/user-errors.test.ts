import { isEnumType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { createTestOrganization, invite, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'
import { schema } from './schema.ts'

const gateway = await startGateway()
const strict = await startGateway({
  restAuth: {
    ORGANIZATION_LIMIT: '1',
    ORGANIZATION_MEMBERSHIP_LIMIT: '2',
    ORGANIZATION_TEAM_LIMIT: '1',
    INVITATION_REQUIRES_VERIFIED_EMAIL: 'true',
  },
})
const closed = await startGateway({ restAuth: { ORGANIZATION_CREATION_ALLOWED: 'false' } })

let acme: TestOrganization
let other: TestOrganization
/** Sent to the outsider by acme. */
let invitationId: string
let admin: Colleague
let member: Colleague
let outsider: Visitor
let memberUserId: string
beforeAll(async () => {
  acme = await createTestOrganization(gateway)
  admin = await acme.join('ADMIN')
  member = await acme.join('MEMBER')
  outsider = await gateway.signUp('Otto')
  memberUserId = (await member.graphql('{ viewer { user { id } } }')).textAt('viewer', 'user', 'id')
  other = await createTestOrganization(gateway)
  invitationId = await invite(acme, outsider.email)
  await acme.owner.graphql(
    `mutation ($id: ID!) {
      createRole(input: { organizationId: $id, name: "clerk", grants: [] }) { userErrors { code } }
      inviteMember(input: { organizationId: $id, email: "clerk@x.test", roles: [], assignedRoles: ["clerk"] }) { userErrors { code } }
    }`,
    { id: acme.id },
  )
  // Adopted databases have names without a role.
  const adopted = await acme.join('MEMBER')
  await gateway.change(
    (db) => db.write`update "member" set "role" = 'adopted' where "id" = ${adopted.memberId.replace('M_', '')}`,
  )
})

interface UserError {
  readonly code: string
  readonly message: string
  readonly path: string[] | null
  readonly limit: number | null
  readonly permission: string | null
}

const produced = new Set<string>()
/** Missing permissions by code. */
const missing: Record<string, string> = {}

async function errorsOf(who: Visitor, mutation: string, input: object): Promise<UserError[]> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const response = await who.graphql(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code message path limit permission } } }`,
    { input },
  )
  expect(response.errors).toEqual([])
  const errors: UserError[] = JSON.parse(JSON.stringify(response.at(mutation, 'userErrors')))
  for (const { code, message, permission } of errors) {
    expect(message).not.toBe('')
    produced.add(code)
    if (permission !== null) missing[code] = permission
  }
  return errors
}

/** Runs a mutation that is refused, and returns the code and the input field of the error. */
async function refusal(who: Visitor, mutation: string, input: object): Promise<[code?: string, field?: string]> {
  const errors = await errorsOf(who, mutation, input)
  expect(errors).toHaveLength(1)
  const [{ code, path } = { code: '', path: null }] = errors
  const [first = 'input', field] = path ?? []
  expect(first).toBe('input')
  return field === undefined ? [code] : [code, field]
}

/** Like `refusal`, for the query with userErrors. */
async function invitationRefusal(who: Visitor, id: string): Promise<string> {
  const response = await who.graphql(
    'query ($id: ID!) { invitation(id: $id) { invitation { id } userErrors { code } } }',
    { id },
  )
  const code = response.textAt('invitation', 'userErrors', 0, 'code')
  produced.add(code)
  return code
}

const here = () => ({ organizationId: acme.id })
const nowhere = { organizationId: 'O_nobody' }
const roles = ['MEMBER']

type Row = [who: () => Visitor, mutation: string, input: () => object, code: string, field?: string]
const [byOwner, byAdmin, byMember, byOutsider] = [() => acme.owner, () => admin, () => member, () => outsider]
const notOneOfUs = ['YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION', 'organizationId'] as const
const mustBeInOne = 'YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE'
const notAllowed = (what: string) => `YOU_ARE_NOT_ALLOWED_TO_${what}`
const rows: Row[] = [
  [byOutsider, 'createOrganization', () => ({ name: 'A', slug: acme.slug }), 'ORGANIZATION_ALREADY_EXISTS', 'slug'],
  [byOutsider, 'createOrganization', () => ({ name: '', slug: 'x' }), 'VALIDATION_ERROR', 'name'],
  [byOutsider, 'updateOrganization', () => ({ name: 'x' }), 'ORGANIZATION_NOT_FOUND', 'organizationId'],
  ...[here, () => nowhere, () => ({ organizationId: acme.ownerMemberId })].map((which): Row => {
    const code = 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'
    return [byOutsider, 'updateOrganization', () => ({ ...which(), name: 'x' }), code, 'organizationId']
  }),
  [byMember, 'updateOrganization', () => ({ name: 'x' }), notAllowed('UPDATE_THIS_ORGANIZATION')],
  [byAdmin, 'updateOrganization', () => ({ slug: other.slug }), 'ORGANIZATION_ALREADY_EXISTS', 'slug'],
  [byAdmin, 'deleteOrganization', here, notAllowed('DELETE_THIS_ORGANIZATION')],
  [byOutsider, 'deleteOrganization', here, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'organizationId'],
  [byOutsider, 'setActiveOrganization', here, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'organizationId'],
  [
    byOutsider,
    'setActiveOrganization',
    () => ({ slug: acme.slug }),
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    'slug',
  ],
  [byOutsider, 'leaveOrganization', here, 'MEMBER_NOT_FOUND', 'organizationId'],
  [byOwner, 'leaveOrganization', here, 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'],

  [byOutsider, 'updateMemberRoles', () => ({ memberId: 'M_x', roles }), 'NO_ACTIVE_ORGANIZATION', 'organizationId'],
  [byAdmin, 'updateMemberRoles', () => ({ memberId: 'M_nobody', roles }), 'MEMBER_NOT_FOUND', 'memberId'],
  [byAdmin, 'updateMemberRoles', () => ({ memberId: acme.ownerMemberId, roles }), notAllowed('UPDATE_THIS_MEMBER')],
  [byAdmin, 'updateMemberRoles', () => ({ memberId: admin.memberId, roles: [] }), 'ROLE_NOT_FOUND', 'roles'],
  [
    byOwner,
    'updateMemberRoles',
    () => ({ ...here(), memberId: acme.ownerMemberId, roles }),
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  [byAdmin, 'updateMemberTeam', () => ({ memberId: 'M_nobody', teamId: acme.teamId }), 'MEMBER_NOT_FOUND', 'memberId'],
  [
    byAdmin,
    'updateMemberTeam',
    () => ({ memberId: acme.ownerMemberId, teamId: acme.teamId }),
    notAllowed('UPDATE_THIS_MEMBER'),
  ],
  [byAdmin, 'updateMemberTeam', () => ({ memberId: admin.memberId, teamId: 'T_none' }), 'TEAM_NOT_FOUND', 'teamId'],
  [
    byMember,
    'addTeamMember',
    () => ({ teamId: acme.teamId, userId: 'U_none' }),
    notAllowed('CREATE_A_NEW_TEAM_MEMBER'),
  ],
  [
    byAdmin,
    'addTeamMember',
    () => ({ teamId: acme.teamId, userId: 'U_none' }),
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    'userId',
  ],
  [byMember, 'removeTeamMember', () => ({ teamId: acme.teamId, userId: 'U_none' }), notAllowed('REMOVE_A_TEAM_MEMBER')],
  [
    byAdmin,
    'removeTeamMember',
    () => ({ teamId: acme.teamId, userId: memberUserId }),
    'USER_IS_NOT_A_MEMBER_OF_THE_TEAM',
    'userId',
  ],
  [byMember, 'removeMember', () => ({ member: { id: admin.memberId } }), notAllowed('DELETE_THIS_MEMBER')],
  [byAdmin, 'removeMember', () => ({ member: { email: outsider.email } }), 'MEMBER_NOT_FOUND', 'member'],
  [
    byAdmin,
    'removeMember',
    () => ({ member: { id: acme.ownerMemberId } }),
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  ],

  [byAdmin, 'inviteMember', () => ({ email: 'no address', roles }), 'VALIDATION_ERROR', 'email'],
  [
    byMember,
    'inviteMember',
    () => ({ email: 'a@example.com', roles }),
    notAllowed('INVITE_USERS_TO_THIS_ORGANIZATION'),
  ],
  [
    byAdmin,
    'inviteMember',
    () => ({ email: 'a@example.com', roles: ['OWNER'] }),
    notAllowed('INVITE_USER_WITH_THIS_ROLE'),
    'roles',
  ],
  [
    byAdmin,
    'inviteMember',
    () => ({ email: member.email, roles }),
    'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
    'email',
  ],
  [byAdmin, 'inviteMember', () => ({ email: 'b@example.com', roles, teamId: 'T_none' }), 'TEAM_NOT_FOUND', 'teamId'],
  [
    byAdmin,
    'inviteMember',
    () => ({ email: outsider.email, roles }),
    'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
    'email',
  ],
  [byMember, 'acceptInvitation', () => ({ invitationId }), 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'],
  [byMember, 'rejectInvitation', () => ({ invitationId }), 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'],
  [byMember, 'cancelInvitation', () => ({ invitationId }), notAllowed('CANCEL_THIS_INVITATION')],
  [byOutsider, 'acceptInvitation', () => ({ invitationId: 'none' }), 'INVITATION_NOT_FOUND', 'invitationId'],
  [byOutsider, 'cancelInvitation', () => ({ invitationId }), 'INVITATION_NOT_FOUND', 'invitationId'],

  [byMember, 'createRole', () => ({ name: 'x', grants: [] }), notAllowed('CREATE_A_ROLE')],
  [byMember, 'updateRole', () => ({ name: 'clerk' }), notAllowed('UPDATE_A_ROLE')],
  [byMember, 'deleteRole', () => ({ name: 'clerk' }), notAllowed('DELETE_A_ROLE')],
  [byOutsider, 'deleteRole', () => ({ ...here(), name: 'clerk' }), ...notOneOfUs],
  [byOutsider, 'createRole', () => ({ name: 'x', grants: [] }), mustBeInOne, 'organizationId'],
  [byAdmin, 'createRole', () => ({ name: 'Two words', grants: [] }), 'VALIDATION_ERROR', 'name'],
  [byAdmin, 'updateRole', () => ({ name: 'clerk', newName: 'a,b' }), 'VALIDATION_ERROR', 'newName'],
  [byAdmin, 'createRole', () => ({ name: 'Owner', grants: [] }), 'ROLE_NAME_IS_ALREADY_TAKEN', 'name'],
  [byAdmin, 'createRole', () => ({ name: 'x', grants: ['burn'] }), 'INVALID_RESOURCE', 'grants'],
  [byAdmin, 'updateRole', () => ({ name: 'none' }), 'ROLE_NOT_FOUND', 'name'],
  [byAdmin, 'updateRole', () => ({ name: 'clerk', expected: { label: 'x' } }), 'ROLE_HAS_CHANGED', 'expected'],
  [byAdmin, 'deleteRole', () => ({ name: 'clerk' }), 'ROLE_IS_ASSIGNED_TO_MEMBERS', 'name'],
  [byAdmin, 'deleteRole', () => ({ name: 'member' }), 'CANNOT_DELETE_A_PRE_DEFINED_ROLE', 'name'],
  [byAdmin, 'createRole', () => ({ name: 'adopted', grants: [] }), 'MEMBERS_HAVE_THIS_ROLE', 'name'],
  [
    byAdmin,
    'updateAssignedRoles',
    () => ({ memberId: 'M_none', assignedRoles: ['member'] }),
    'MEMBER_NOT_FOUND',
    'memberId',
  ],
  [
    byOwner,
    'updateAssignedRoles',
    () => ({ ...here(), memberId: acme.ownerMemberId, assignedRoles: ['x'] }),
    'ROLE_NOT_FOUND',
    'assignedRoles',
  ],

  [byMember, 'createTeam', () => ({ name: 'x' }), notAllowed('CREATE_TEAMS_IN_THIS_ORGANIZATION')],
  [byMember, 'updateTeam', () => ({ teamId: acme.teamId, name: 'x' }), notAllowed('UPDATE_THIS_TEAM')],
  [byAdmin, 'updateTeam', () => ({ teamId: 'T_none', name: 'x' }), 'TEAM_NOT_FOUND', 'teamId'],
  [byMember, 'removeTeam', () => ({ teamId: acme.teamId }), notAllowed('DELETE_TEAMS_IN_THIS_ORGANIZATION')],
  [byOwner, 'removeTeam', () => ({ ...here(), teamId: acme.teamId }), notAllowed('DELETE_THIS_TEAM')],
  [byAdmin, 'removeTeam', () => ({ teamId: acme.teamId }), 'UNABLE_TO_REMOVE_LAST_TEAM'],
]

test.each(rows)('%#: %s %s', async (who, mutation, input, ...expected) => {
  expect(await refusal(who(), mutation, input())).toEqual(expected)
})

test('changes roles of one of several concurrent calls that expect the same', async () => {
  const { owner, ...organization } = await createTestOrganization(gateway)
  const { memberId } = await organization.join('MEMBER')
  const update = (wanted: string[], expected?: string[]) =>
    errorsOf(owner, 'updateMemberRoles', { memberId, roles: wanted, expected })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => update(n % 2 ? ['ADMIN'] : ['ADMIN', 'MEMBER'], ['MEMBER'])),
  )
  expect(outcomes.filter((errors) => errors.length === 0)).toHaveLength(1)
  expect(outcomes.filter(([error]) => error?.code === 'MEMBER_ROLES_HAVE_CHANGED')).toHaveLength(7)
  // Without an expectation, and in any order of the roles, it works as before.
  expect(await update(['MEMBER', 'ADMIN'])).toEqual([])
  expect(await update(['MEMBER'], ['ADMIN', 'MEMBER', 'ADMIN'])).toEqual([])
  expect(await update(['ADMIN'], [])).toMatchObject([
    { code: 'MEMBER_ROLES_HAVE_CHANGED', path: ['input', 'expected'] },
  ])
})

test('changes an organization and a team for one of several concurrent calls that expect the same', async () => {
  const { owner, slug: name, teamId } = await createTestOrganization(gateway)
  const rename = (input: object) => errorsOf(owner, 'updateOrganization', input)
  const renameTeam = (input: object) => errorsOf(owner, 'updateTeam', { teamId, ...input })
  const attempts = Array.from({ length: 8 }, (_, n) => `Name ${n}`)
  const changed = await Promise.all(attempts.map((wanted) => rename({ name: wanted, expected: { name } })))
  expect(changed.filter((errors) => errors.length === 0)).toHaveLength(1)
  expect(changed.filter(([error]) => error?.code === 'ORGANIZATION_HAS_CHANGED')).toHaveLength(7)
  const renamed = await Promise.all(attempts.map((wanted) => renameTeam({ name: wanted, expectedName: name })))
  expect(renamed.filter((errors) => errors.length === 0)).toHaveLength(1)
  expect(renamed.filter(([error]) => error?.code === 'TEAM_HAS_CHANGED')).toHaveLength(7)

  // Others may change other fields, and without an expectation the last call wins as before.
  expect(await rename({ name: 'Z', expected: { logo: null } })).toEqual([])
  expect(await rename({ logo: '/a.png', expected: { logo: null, name: 'Z' } })).toEqual([])
  expect(await rename({ logo: null, expected: { logo: null } })).toMatchObject([{ path: ['input', 'expected'] }])
  expect(await renameTeam({ name: 'Z' })).toEqual([])
  expect(await renameTeam({ name: 'Y', expectedName: 'y' })).toMatchObject([{ path: ['input', 'expectedName'] }])
})

test('names the first team as asked, otherwise like the organization', async () => {
  const teamsOf = async (input: object) => {
    const founder = await gateway.signUp()
    const response = await founder.graphql(
      `mutation ($input: CreateOrganizationInput!) {
        createOrganization(input: $input) { organization { teams { nodes { name } } } } }`,
      { input },
    )
    return response.at('createOrganization', 'organization', 'teams', 'nodes')
  }
  expect(await teamsOf({ name: 'Chess', slug: 'chess-1', teamName: 'General' })).toEqual([{ name: 'General' }])
  expect(await teamsOf({ name: 'Chess', slug: 'chess-2' })).toEqual([{ name: 'Chess' }])
})

test('reports why an invitation cannot be read', async () => {
  expect(await invitationRefusal(outsider, 'I_none')).toBe('INVITATION_NOT_FOUND')
  expect(await invitationRefusal(member, invitationId)).toBe('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  const leaver = await acme.join('ADMIN', 'Leo')
  const guest = await gateway.signUp('Gus')
  const id = await invite({ id: acme.id, owner: leaver }, guest.email)
  expect(await errorsOf(leaver, 'leaveOrganization', here())).toEqual([])
  expect(await invitationRefusal(guest, id)).toBe('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION')
})

test('reports no error to the same person who repeats a mutation, also at once', async () => {
  const [guest, stranger] = [await gateway.signUp('Gus'), await gateway.signUp('Sam')]
  const next = async () => ({ invitationId: await invite(acme, guest.email) })
  for (const [mutation, prepare] of [
    ['rejectInvitation', next],
    ['acceptInvitation', next],
    ['leaveOrganization', here],
  ] as const) {
    const input = await prepare()
    const both = await Promise.all([errorsOf(guest, mutation, input), errorsOf(guest, mutation, input)])
    expect([mutation, ...both, await errorsOf(guest, mutation, input)]).toEqual([mutation, [], [], []])
    expect(await errorsOf(stranger, mutation, input)).toHaveLength(1)
  }
  const canceled = await next()
  for (let time = 0; time < 2; time += 1) expect(await errorsOf(acme.owner, 'cancelInvitation', canceled)).toEqual([])
})

test('reports limits on creating organizations', async () => {
  const input = { name: 'A', slug: 'second' }
  expect(await errorsOf((await createTestOrganization(strict)).owner, 'createOrganization', input)).toMatchObject([
    { code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS', path: null, limit: 1, permission: null },
  ])
  expect(await refusal(await closed.signUp(), 'createOrganization', input)).toEqual([
    'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
  ])
})

test('reports limits on creating teams', async () => {
  expect(await errorsOf((await createTestOrganization(strict)).owner, 'createTeam', { name: 'Reds' })).toMatchObject([
    { code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS', path: null, limit: 1, permission: null },
  ])
})

test('reports limits on creating roles', async () => {
  const { owner } = await createTestOrganization(gateway)
  const create = (n: number) => errorsOf(owner, 'createRole', { name: `role-${n}`, grants: [] })
  for (let n = 0; n < 50; n += 1) expect(await create(n)).toEqual([])
  expect(await create(50)).toMatchObject([{ code: 'TOO_MANY_ROLES', path: null, limit: 50 }])
})

test('reports limits on invitations', async () => {
  const crowded = await createTestOrganization(gateway)
  for (let n = 0; n < 100; n += 1) await invite(crowded, `guest.${n}@example.com`)
  const late = { email: 'late@example.com', roles }
  expect(await refusal(crowded.owner, 'inviteMember', late)).toEqual(['INVITATION_LIMIT_REACHED'])
  const unverified = await createTestOrganization(gateway, await gateway.signUp())
  for (let n = 0; n < 5; n += 1) await invite(unverified, `friend.${n}@example.com`)
  expect(await refusal(unverified.owner, 'inviteMember', late)).toEqual(['TOO_MANY_INVITATIONS'])
})

test('creates an invitation without an email if the address got too many', async () => {
  const { owner } = await createTestOrganization(gateway)
  const document =
    'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { isEmailSent userErrors { code } } }'
  const input = { email: 'popular@example.com', roles, resend: true }
  for (let n = 0; n <= 20; n += 1) {
    const { data } = await owner.graphql(document, { input })
    expect(data).toEqual({ inviteMember: { isEmailSent: n < 20, userErrors: [] } })
  }
})

test('reports an unverified email and a full organization when accepting', async () => {
  const small = await createTestOrganization(strict)
  const [guest, late] = [await strict.signUp('Gus'), await strict.signUp('Lara')]
  const input = { invitationId: await invite(small, guest.email) }
  expect(await refusal(guest, 'acceptInvitation', input)).toEqual([
    'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
  ])
  for (const person of [guest, late]) await strict.verifyEmail(person)
  const lateInput = { invitationId: await invite(small, late.email) }
  expect(await errorsOf(guest, 'acceptInvitation', input)).toEqual([])
  expect(await refusal(late, 'acceptInvitation', lateInput)).toEqual(['ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'])
})

test('requires a recent sign-in to appoint or lose an owner, and to delete the organization', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner } = organization
  const { memberId } = await organization.join('MEMBER')
  const coOwner = await organization.join('OWNER')
  await gateway.makeStale(owner)
  const owners = { roles: ['OWNER'] }
  expect(await refusal(owner, 'updateMemberRoles', { memberId, ...owners })).toEqual(['SESSION_IS_NOT_FRESH'])
  const heir = { email: 'heir@example.com', ...owners }
  expect(await refusal(owner, 'inviteMember', heir)).toEqual(['SESSION_IS_NOT_FRESH'])
  const { id: organizationId } = organization
  const losses = {
    updateMemberRoles: { memberId: coOwner.memberId, roles: ['ADMIN'] },
    removeMember: { member: { id: coOwner.memberId } },
    leaveOrganization: { organizationId },
    deleteOrganization: { organizationId },
  }
  for (const [mutation, input] of Object.entries(losses))
    expect(await refusal(owner, mutation, input)).toEqual(['SESSION_IS_NOT_FRESH'])
  expect(await errorsOf(owner, 'removeMember', { member: { id: memberId } })).toEqual([])
})

test('refuses sessions without the second factor that an organization requires', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner, id: organizationId } = organization
  const colleague = await organization.join('ADMIN')
  const now = { organizationId, required: true }
  const onlyOwners = 'YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR'
  expect(await refusal(colleague, 'requireSecondFactor', { ...now, graceDays: 7 })).toEqual([onlyOwners])
  expect(await refusal(owner, 'requireSecondFactor', now)).toEqual(['SECOND_FACTOR_REQUIRED'])
  expect(await refusal(owner, 'requireSecondFactor', { ...now, graceDays: 91 })).toEqual([
    'VALIDATION_ERROR',
    'graceDays',
  ])
  expect(await errorsOf(owner, 'requireSecondFactor', { ...now, graceDays: 7 })).toEqual([])
  expect(await errorsOf(colleague, 'createTeam', { organizationId, name: 'x' })).toEqual([])
  await gateway.change(
    (db) => db.write`
    update "organization" set "secondFactorRequiredAt" = now() - interval '1 s' where "slug" = ${organization.slug}`,
  )
  expect(await refusal(colleague, 'createTeam', { organizationId, name: 'y' })).toEqual(['SECOND_FACTOR_REQUIRED'])
})

test('reports refusals of webhooks', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner } = organization
  const colleague = await organization.join('MEMBER')
  const url = 'https://hooks.example/'
  expect(await errorsOf(colleague, 'createWebhook', { organizationId: organization.id, url })).toMatchObject([
    { code: notAllowed('MANAGE_WEBHOOKS'), permission: null },
  ])
  produced.add(notAllowed('MANAGE_WEBHOOKS'))
  expect(await errorsOf(owner, 'createWebhook', { url: 'https://10.0.0.1/' })).toMatchObject([
    { code: 'WEBHOOK_URL_IS_NOT_ALLOWED', path: ['input', 'url'] },
  ])
  expect(await errorsOf(owner, 'createWebhook', { url, events: ['unknown'] })).toMatchObject([
    { code: 'VALIDATION_ERROR', path: ['input', 'events'] },
  ])
  expect(await errorsOf(owner, 'testWebhook', { webhookId: 'x' })).toMatchObject([
    { code: 'WEBHOOK_NOT_FOUND', path: ['input', 'webhookId'] },
  ])
  const created = await owner.graphql(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { databaseId } } }',
    { input: { url } },
  )
  const webhookId = created.at('createWebhook', 'webhook', 'databaseId')
  expect(await errorsOf(owner, 'redeliverWebhook', { webhookId, deliveryId: 'x' })).toMatchObject([
    { code: 'DELIVERY_NOT_FOUND', path: ['input', 'deliveryId'] },
  ])
  expect(await errorsOf(owner, 'updateWebhook', { webhookId, isEnabled: false })).toEqual([])
  expect(await refusal(owner, 'testWebhook', { webhookId })).toEqual(['WEBHOOK_IS_DISABLED', 'webhookId'])
  for (let n = 1; n < 20; n += 1) expect(await errorsOf(owner, 'createWebhook', { url })).toEqual([])
  expect(await errorsOf(owner, 'createWebhook', { url })).toMatchObject([{ code: 'TOO_MANY_WEBHOOKS', limit: 20 }])
})

test('reports refusals of keys', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner } = organization
  const colleague = await organization.join('MEMBER')
  expect(await errorsOf(colleague, 'createApiKey', { organizationId: organization.id, name: 'x' })).toMatchObject([
    { code: notAllowed('MANAGE_KEYS'), permission: null },
  ])
  for (const [field, value, code] of [
    ['name', ' ', 'INVALID_NAME_LENGTH'],
    ['scopes', ['key:manage'], 'INVALID_SCOPE'],
    ['expiresInDays', 0, 'VALIDATION_ERROR'],
    ['expiresInDays', 366, 'EXPIRES_IN_IS_TOO_LARGE'],
  ] as const)
    expect(await refusal(owner, 'createApiKey', { name: 'x', [field]: value })).toEqual([code, field])
  expect(await refusal(owner, 'deleteApiKey', { keyId: 'x' })).toEqual(['KEY_NOT_FOUND', 'keyId'])
  const created = await owner.graphql(
    'mutation { createApiKey(input: { name: "first" }) { apiKey { databaseId } userErrors { code } } }',
  )
  const keyId = created.at('createApiKey', 'apiKey', 'databaseId')
  expect(await refusal(owner, 'updateApiKey', { keyId })).toEqual(['NO_VALUES_TO_UPDATE'])
  const ownerId = (await owner.graphql('{ viewer { user { databaseId } } }')).textAt('viewer', 'user', 'databaseId')
  await gateway.change(
    (db) => db.write`insert into "apiKey" ("id", "name", "start", "hash", "userId", "scopes", "memberIds", "enabled",
      "createdAt", "updatedAt") select 'k' || n, 'x', 'acct_', 'h' || n, ${ownerId}, '{}', '{}', true, now(), now()
      from generate_series(1, 99) n`,
  )
  expect(await errorsOf(owner, 'createApiKey', { name: 'x' })).toMatchObject([{ code: 'TOO_MANY_KEYS', limit: 100 }])
})

test('gives the code of a refused read as the reason of its error', async () => {
  const auditLog = 'query ($id: ID!) { organization(by: { id: $id }) { auditLog { keptDays } } }'
  const { errors } = await member.graphql(auditLog, { id: acme.id })
  expect(errors.map(({ extensions }) => extensions['reason'])).toEqual([notAllowed('READ_THE_AUDIT_LOG')])
  produced.add(notAllowed('READ_THE_AUDIT_LOG'))
})

test('covers every code', () => {
  const codes = schema.getType('UserErrorCode')
  const current = isEnumType(codes) ? codes.getValues().filter((value) => value.deprecationReason === undefined) : []
  const declared = current.map((value) => value.name)
  // Impossible to provoke: rest-auth reads the accepted invitation in the same transaction.
  const unprovokable = ['FAILED_TO_RETRIEVE_INVITATION']
  expect(declared.filter((code) => !produced.has(code))).toEqual(unprovokable)
})

test('names a permission exactly if one is missing', () => {
  expect(missing).toEqual({
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'ORGANIZATION_UPDATE',
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'ORGANIZATION_DELETE',
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'MEMBER_UPDATE',
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'MEMBER_DELETE',
    YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'INVITATION_CREATE',
    YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 'INVITATION_CANCEL',
    YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: 'MEMBER_UPDATE',
    YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: 'MEMBER_DELETE',
    YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'TEAM_CREATE',
    YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'TEAM_UPDATE',
    YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'TEAM_DELETE',
    YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'TEAM_DELETE',
  })
})

test('names each invalid field with its rule', async () => {
  const input = { name: '', slug: 'x'.repeat(201), logo: 'x'.repeat(16_385), metadata: { a: 'x'.repeat(9000) } }
  const invalid = { code: 'VALIDATION_ERROR', limit: null, permission: null }
  expect(await errorsOf(outsider, 'createOrganization', input)).toEqual([
    { ...invalid, path: ['input', 'name'], message: 'Must contain a visible character' },
    { ...invalid, path: ['input', 'slug'], message: expect.stringContaining('<=200 characters') },
    { ...invalid, path: ['input', 'logo'], message: expect.stringContaining('<=16384 characters') },
    { ...invalid, path: ['input', 'metadata'], message: 'At most 8192 bytes as JSON' },
  ])
  expect(await errorsOf(acme.owner, 'updateOrganization', { ...here(), slug: 'a/b' })).toMatchObject([
    { code: 'VALIDATION_ERROR', path: ['input', 'slug'], message: expect.stringContaining('A slug is') },
  ])
})

const absent = { organizationId: 'O_none', memberId: 'M_none', teamId: 'T_none', invitationId: 'I_none' }
type Ids = typeof absent
// Not accept and reject: anyone with the emailed link learns that it is for another email.
test.each<[mutation: string, input: (ids: Ids) => object]>([
  ['updateOrganization', ({ organizationId }) => ({ organizationId, name: 'x' })],
  ['deleteOrganization', ({ organizationId }) => ({ organizationId })],
  ['setActiveOrganization', ({ organizationId }) => ({ organizationId })],
  ['leaveOrganization', ({ organizationId }) => ({ organizationId })],
  ['inviteMember', ({ organizationId }) => ({ organizationId, email: 'x@example.com', roles })],
  ['updateMemberRoles', ({ organizationId, memberId }) => ({ organizationId, memberId, roles })],
  ['updateAssignedRoles', ({ organizationId, memberId }) => ({ organizationId, memberId, assignedRoles: ['admin'] })],
  ['createRole', ({ organizationId }) => ({ organizationId, name: 'x', grants: [] })],
  ['updateRole', ({ organizationId }) => ({ organizationId, name: 'x' })],
  ['deleteRole', ({ organizationId }) => ({ organizationId, name: 'x' })],
  ['updateMemberTeam', ({ organizationId, memberId, teamId }) => ({ organizationId, memberId, teamId })],
  ['removeMember', ({ organizationId, memberId }) => ({ organizationId, member: { id: memberId } })],
  ['createTeam', ({ organizationId }) => ({ organizationId, name: 'x' })],
  ['addTeamMember', ({ organizationId, teamId }) => ({ organizationId, teamId, userId: 'U_none' })],
  ['removeTeamMember', ({ organizationId, teamId }) => ({ organizationId, teamId, userId: 'U_none' })],
  ['updateTeam', ({ organizationId, teamId }) => ({ organizationId, teamId, name: 'x' })],
  ['removeTeam', ({ organizationId, teamId }) => ({ organizationId, teamId })],
  ['cancelInvitation', ({ invitationId: id }) => ({ invitationId: id })],
])('%s responds for a foreign organization as for an absent one', async (mutation, input) => {
  const foreign = { ...here(), memberId: acme.ownerMemberId, teamId: acme.teamId, invitationId }
  expect(await errorsOf(outsider, mutation, input(foreign))).toEqual(await errorsOf(outsider, mutation, input(absent)))
})
