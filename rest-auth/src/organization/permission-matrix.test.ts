import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { randomId } from '../crypto/random.ts'
import type { Browser } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { addMember } from './member/member.ts'

const server = await startTestApp({ ORGANIZATION_LIMIT: '1000' }) // one for each row of the table
const { app, ctx, browser, signUp } = server

/** The target of a call: an organization with a plain member, a team and an open invitation. */
interface Scene {
  readonly organizationId: string
  readonly slug: string
  readonly memberId: string
  readonly ownerId: string
  readonly teamId: string
  readonly userId: string
  readonly invitationId: string
  readonly roleId: string
}

const actors = ['anonymous', 'outsider', 'member', 'admin', 'owner', 'owner elsewhere'] as const
type Actor = (typeof actors)[number]

type Request = readonly ['GET' | 'POST', string, Readonly<Record<string, unknown>>?]
/** A row: the call and the result of each actor, as `ok`, `null` (200) or status and code. */
type Row = readonly [(at: Scene) => Request, ...(string | number)[]]

const none = '401 UNAUTHORIZED'
const notMember = '400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'
const hidden = '403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'
const outside = '403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'
const noMember = '400 MEMBER_NOT_FOUND'
const noTeam = '400 TEAM_NOT_FOUND'
const mayNotUpdate = '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'
const changed = '409 MEMBER_ROLES_HAVE_CHANGED'
const onlyOwner = '400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
const mayNotInvite = '403 YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION'
const mayNotInviteAs = '403 YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'
const notRecipient = '403 YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'
const mayNotRequire = '403 YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR'
const mayNotUpdateTeam = '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'
const mayNotDeleteTeam = '403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM'
const mayNotDeleteTeams = '403 YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION'
const mayNotCreateTeams = '403 YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION'
const mayNotAddToTeam = '403 YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER'
const mayNotRemoveFromTeam = '403 YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER'
const notInTeam = '400 USER_IS_NOT_A_MEMBER_OF_THE_TEAM'
const mayNotCancel = '403 YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION'
const mayNotCreateRole = '403 YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE'
const mayNotUpdateRole = '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE'
const mayNotDeleteRole = '403 YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE'
const noRole = '400 ROLE_NOT_FOUND'
const mayNotManage = '403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS'
const noWebhook = '404 WEBHOOK_NOT_FOUND'
const wrongToken = '400 INVITATION_NOT_FOUND'
const unverified = '403 EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS'

const get = (path: string, query: Record<string, unknown> = {}): Request => ['GET', `/organization/${path}`, query]
const post = (path: string, body: Record<string, unknown> = {}): Request => ['POST', `/organization/${path}`, body]

/**
 * On ids of the members' organization, which is active in every session (also, outdated, for
 * outsiders).
 */
const own: Row[] = [
  //                                                                       anonymous outsider   member        admin         owner  owner elsewhere
  [() => post('create', { name: 'x', slug: randomId() }),                        none, 'ok',       'ok',         'ok',         'ok', 'ok'],
  [() => post('check-slug', { slug: randomId() }),                               none, 'ok',       'ok',         'ok',         'ok', 'ok'],
  [() => post('suggest-slugs', { slug: randomId() }),                            none, 'ok',       'ok',         'ok',         'ok', 'ok'],
  [(at) => post('update', { organizationId: at.organizationId, data: { name: 'x' } }), none, notMember, '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION', 'ok', 'ok', notMember],
  [() => post('update', { data: { name: 'x' } }),                                none, notMember,  '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION', 'ok', 'ok', notMember],
  [(at) => post('delete', { organizationId: at.organizationId }),                none, notMember,  '403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION', '403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION', 'ok', notMember],
  [() => get('list'),                                                            none, 'ok',       'ok',         'ok',         'ok', 'ok'],
  [() => get('get-full-organization'),                                           none, 'null',     'ok',         'ok',         'ok', 'null'],
  [(at) => get('get-full-organization', { organizationId: at.organizationId }),  none, hidden,     'ok',         'ok',         'ok', hidden],
  [(at) => get('get-full-organization', { organizationSlug: at.slug }),          none, hidden,     'ok',         'ok',         'ok', hidden],
  [() => get('get-organization'),                                                none, 'null',     'ok',         'ok',         'ok', 'null'],
  [(at) => get('get-organization', { organizationSlug: at.slug }),               none, hidden,     'ok',         'ok',         'ok', hidden],
  [(at) => get('batch', { organizationIds: at.organizationId }),                 none, 'ok',       'ok',         'ok',         'ok', 'ok'],
  [(at) => get('audit-log', { organizationId: at.organizationId }),              none, outside,    '403 YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG', 'ok', 'ok', outside],
  [(at) => post('set-active', { organizationId: at.organizationId }),            none, hidden,     'ok',         'ok',         'ok', hidden],
  [(at) => post('set-active', { organizationSlug: at.slug }),                    none, hidden,     'ok',         'ok',         'ok', hidden],
  [() => post('set-active'),                                                     none, 'null',     'ok',         'ok',         'ok', 'null'],
  [() => post('set-active', { organizationId: null }),                           none, 'null',     'null',       'null',       'null', 'null'],
  [() => post('require-second-factor', { required: true, graceDays: 7 }),        none, notMember, mayNotRequire, mayNotRequire, 'ok', notMember],
  [() => post('has-permission', { permissions: { team: ['create'] } }),          none, '401 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'ok', 'ok', 'ok', '401 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
  [() => get('get-active-member'),                                               none, 'null',     'ok',         'ok',         'ok', 'null'],
  [() => get('get-active-member-role'),                                          none, outside,    'ok',         'ok',         'ok', outside],
  [(at) => get('get-active-member-role', { organizationSlug: at.slug }),         none, outside,    'ok',         'ok',         'ok', outside],
  [(at) => get('list-members', { organizationId: at.organizationId }),           none, outside,    'ok',         'ok',         'ok', outside],
  [(at) => post('update-member-role', { memberId: at.memberId, role: 'admin' }), none, noMember,   mayNotUpdate, 'ok',         'ok', noMember],
  [(at) => post('update-member-role', { memberId: at.memberId, role: 'owner' }), none, noMember,   mayNotUpdate, mayNotUpdate, 'ok', noMember],
  [(at) => post('update-member-role', { memberId: at.ownerId, role: 'owner,admin' }), none, noMember, mayNotUpdate, mayNotUpdate, 'ok', noMember],
  [(at) => post('update-member-role', { memberId: at.ownerId, role: 'admin' }),  none, noMember,   mayNotUpdate, mayNotUpdate, '400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER', noMember],
  [(at) => post('replace-member-role', { memberId: at.memberId, expectedRole: ['member'], role: ['admin'] }), none, noMember, mayNotUpdate, 'ok', 'ok', noMember],
  [(at) => post('replace-member-role', { memberId: at.memberId, expectedRole: ['owner'], role: ['admin'] }), none, noMember, mayNotUpdate, changed, changed, noMember],
  [(at) => post('replace-member-role', { memberId: at.memberId, expectedRole: ['member'], role: ['owner'] }), none, noMember, mayNotUpdate, mayNotUpdate, 'ok', noMember],
  [(at) => post('update-member-team', { memberId: at.memberId, teamId: at.teamId }), none, noMember, mayNotUpdate, 'ok',       'ok', noMember],
  [(at) => post('update-member-team', { memberId: at.ownerId, teamId: null }),   none, noMember,   mayNotUpdate, mayNotUpdate, 'ok', noMember],
  [(at) => post('remove-member', { memberIdOrEmail: at.memberId }),              none, noMember,   '401 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER', 'ok', 'ok', noMember],
  [(at) => post('remove-member', { memberIdOrEmail: at.ownerId }),               none, noMember,   onlyOwner,    onlyOwner,    onlyOwner, noMember],
  [(at) => post('leave', { organizationId: at.organizationId }),                 none, noMember,   'ok',         'ok',         onlyOwner, noMember],
  [() => post('invite-member', { email: 'new@x.test', role: 'admin' }),          none, noMember,   mayNotInvite, 'ok',         'ok', noMember],
  [() => post('invite-member', { email: 'new@x.test', role: 'owner' }),          none, noMember,   mayNotInvite, mayNotInviteAs, 'ok', noMember],
  [(at) => get('get-invitation', { id: at.invitationId }),                       none, notRecipient, notRecipient, notRecipient, notRecipient, notRecipient],
  [(at) => post('read-mailed-invitation', { invitationId: at.invitationId, token: 'x' }), wrongToken, wrongToken, wrongToken, wrongToken, wrongToken, wrongToken],
  [(at) => post('accept-invitation', { invitationId: at.invitationId }),         none, notRecipient, notRecipient, notRecipient, notRecipient, notRecipient],
  [(at) => post('reject-invitation', { invitationId: at.invitationId }),         none, notRecipient, notRecipient, notRecipient, notRecipient, notRecipient],
  [(at) => post('cancel-invitation', { invitationId: at.invitationId }),         none, noMember,   mayNotCancel, 'ok',         'ok', noMember],
  [(at) => get('list-invitations', { organizationId: at.organizationId }),       none, outside,    'ok',         'ok',         'ok', outside],
  [() => get('list-user-invitations'),                                           none, unverified, unverified,   unverified,   unverified, unverified],
  [(at) => post('create-team', { name: 'x', organizationId: at.organizationId }), none, mayNotInvite, mayNotCreateTeams, 'ok',  'ok', mayNotInvite],
  [(at) => post('update-team', { teamId: at.teamId, data: { name: 'x' } }),      none, mayNotUpdateTeam, mayNotUpdateTeam, 'ok', 'ok', mayNotUpdateTeam],
  [(at) => post('remove-team', { teamId: at.teamId }),                           none, mayNotDeleteTeam, mayNotDeleteTeams, 'ok', 'ok', mayNotDeleteTeam],
  [(at) => post('add-team-member', { teamId: at.teamId, userId: at.userId }),    none, notMember,  mayNotAddToTeam, 'ok',      'ok', notMember],
  [(at) => post('remove-team-member', { teamId: at.teamId, userId: at.userId }), none, notMember,  mayNotRemoveFromTeam, notInTeam, notInTeam, notMember],
  [(at) => get('list-team-members', { teamId: at.teamId }),                      none, noTeam,     'ok',         'ok',         'ok', noTeam],
  [(at) => get('list-user-teams', { userId: at.userId }),                        none, outside,    mayNotUpdate, 'ok',         'ok', outside],
  [(at) => get('list-user-teams', { organizationId: at.organizationId }),        none, outside,    'ok',         'ok',         'ok', outside],
  [(at) => post('set-active-team', { teamId: at.teamId }),                       none, noTeam,     '403 USER_IS_NOT_A_MEMBER_OF_THE_TEAM', '403 USER_IS_NOT_A_MEMBER_OF_THE_TEAM', '403 USER_IS_NOT_A_MEMBER_OF_THE_TEAM', noTeam],
  [() => get('list-teams'),                                                      none, 'null',     'ok',         'ok',         'ok', 'null'],
  [(at) => get('list-teams', { organizationId: at.organizationId }),             none, outside,    'ok',         'ok',         'ok', outside],
  [() => post('create-role', { role: 'x', permission: { team: ['create'] } }),   none, outside,    mayNotCreateRole, 'ok',     'ok', outside],
  [() => post('create-role', { role: 'x', permission: { organization: ['delete'] } }), none, outside, mayNotCreateRole, `${mayNotCreateRole} organization:delete`, 'ok', outside],
  [() => post('update-role', { roleName: 'guest', data: {} }),                   none, outside,    mayNotUpdateRole, 'ok',     'ok', outside],
  [() => post('delete-role', { roleName: 'guest' }),                             none, outside,    mayNotDeleteRole, 'ok',     'ok', outside],
  [() => get('list-roles'),                                                      none, outside,    'ok',         'ok',         'ok', outside],
  [() => get('list-permissions'),                                                none, outside,    'ok',         'ok',         'ok', outside],
  [() => get('get-role', { roleName: 'guest' }),                                 none, outside,    'ok',         'ok',         'ok', outside],
  [() => get('list-webhooks'), none, outside, mayNotManage, mayNotManage, 'ok', outside],
  [() => get('list-webhook-deliveries', { webhookId: 'x' }), none, outside, mayNotManage, mayNotManage, noWebhook, outside],
  [() => post('create-webhook', { url: 'https://x.test/' }), none, outside, mayNotManage, mayNotManage, 'ok', outside],
  [() => post('update-webhook', { webhookId: 'x' }), none, outside, mayNotManage, mayNotManage, noWebhook, outside],
  [() => post('rotate-webhook-secret', { webhookId: 'x' }), none, outside, mayNotManage, mayNotManage, noWebhook, outside],
  [() => post('delete-webhook', { webhookId: 'x' }), none, outside, mayNotManage, mayNotManage, noWebhook, outside],
  [() => post('test-webhook', { webhookId: 'x' }), none, outside, mayNotManage, mayNotManage, noWebhook, outside],
  [() => post('redeliver-webhook', { webhookId: 'x', deliveryId: 'x' }), none, outside, mayNotManage, mayNotManage, noWebhook, outside],
] // prettier-ignore

/** In the members' organization on foreign ids: everyone gets the same as with unknown ids. */
const foreign: Row[] = [
  [(at) => post('update-member-role', { memberId: at.memberId, role: 'admin' }), none, noMember,   mayNotUpdate, mayNotUpdate, mayNotUpdate, noMember],
  [(at) => post('update-member-role', { memberId: at.ownerId, role: 'member' }), none, noMember,   mayNotUpdate, mayNotUpdate, mayNotUpdate, noMember],
  [(at) => post('update-member-team', { memberId: at.memberId, teamId: null }),  none, noMember,   mayNotUpdate, mayNotUpdate, mayNotUpdate, noMember],
  [(at) => post('remove-member', { memberIdOrEmail: at.memberId }),              none, noMember,   noMember,     noMember,     noMember, noMember],
  [(at) => post('remove-member', { memberIdOrEmail: at.ownerId }),               none, noMember,   noMember,     noMember,     noMember, noMember],
  [(at) => post('invite-member', { email: 'new@x.test', role: 'member', teamId: at.teamId }), none, noMember, mayNotInvite, noTeam, noTeam, noMember],
  [(at) => post('cancel-invitation', { invitationId: at.invitationId }),         none, noMember,   noMember,     noMember,     noMember, noMember],
  [(at) => post('update-team', { teamId: at.teamId, data: { name: 'x' } }),      none, mayNotUpdateTeam, mayNotUpdateTeam, noTeam, noTeam, mayNotUpdateTeam],
  [(at) => post('remove-team', { teamId: at.teamId }),                           none, mayNotDeleteTeam, mayNotDeleteTeams, noTeam, noTeam, mayNotDeleteTeam],
  [(at) => post('add-team-member', { teamId: at.teamId, userId: at.userId }),    none, notMember,  mayNotAddToTeam, noTeam,    noTeam, notMember],
  [(at) => post('remove-team-member', { teamId: at.teamId, userId: at.userId }), none, notMember,  mayNotRemoveFromTeam, noTeam, noTeam, notMember],
  [(at) => get('list-team-members', { teamId: at.teamId }),                      none, noTeam,     noTeam,       noTeam,       noTeam, noTeam],
  [(at) => post('set-active-team', { teamId: at.teamId }),                       none, noTeam,     noTeam,       noTeam,       noTeam, noTeam],
  [(at) => get('get-role', { roleId: at.roleId }),                               none, outside,    noRole,       noRole,       noRole, outside],
  [(at) => post('update-role', { roleId: at.roleId, data: {} }),                 none, outside,    mayNotUpdateRole, noRole,   noRole, outside],
  [(at) => post('delete-role', { roleId: at.roleId }),                           none, outside,    mayNotDeleteRole, noRole,   noRole, outside],
] // prettier-ignore

const people = {
  anonymous: { ...browser(), id: '' },
  outsider: await signUp(),
  member: await signUp(),
  admin: await signUp(),
  owner: await signUp(),
  'owner elsewhere': await signUp(),
} satisfies Record<Actor, Browser & { id: string }>
const [plain, stranger] = [await signUp(), await signUp()]

/** A new organization of the table's people, active in all of their sessions. */
async function setScene(owner = people.owner, others = [people.member, people.admin]): Promise<Scene> {
  await ctx.db.write`delete from "mailBudget"` // nobody invites that many people in earnest
  const organization = await found(server, owner)
  const organizationId = organization.id
  const [member, admin] = others
  if (member) await addMember(ctx, { organizationId, userId: member.id, role: 'member' })
  if (admin) await addMember(ctx, { organizationId, userId: admin.id, role: 'admin' })
  const { id: memberId } = await addMember(ctx, { organizationId, userId: plain.id, role: 'member' })
  const teamId = (await owner.post('/organization/create-team', { name: 'Blue' })).at('id')
  const invitation = await owner.post('/organization/invite-member', { email: 'invited@x.test', role: 'member' })
  const role = await owner.post('/organization/create-role', { role: 'guest', permission: {} })
  const { slug, memberId: ownerId } = organization
  return {
    organizationId,
    slug,
    memberId,
    ownerId,
    teamId,
    userId: plain.id,
    invitationId: invitation.at('id'),
    roleId: role.at('roleData', 'id'),
  }
}

const refusalBody = z.looseObject({ missingPermissions: z.array(z.string()).optional() })

async function play(actor: Actor, [method, path, input = {}]: Request): Promise<string> {
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const response = await (method === 'GET' ? people[actor].get(path, { query }) : people[actor].post(path, input))
  if (response.status === 200) return response.text === 'null' ? 'null' : 'ok'
  const { missingPermissions, ...rest } = refusalBody.parse(response.body)
  expect(rest).toEqual({ code: expect.any(String), message: expect.any(String) })
  return [response.status, response.at('code'), ...(missingPermissions ?? [])].join(' ')
}

const names: Scene = {
  organizationId: ':id',
  slug: ':slug',
  memberId: ':member',
  ownerId: ':owner',
  teamId: ':team',
  userId: ':user',
  invitationId: ':invitation',
  roleId: ':role',
}
const titled = (rows: Row[]) =>
  rows.map((row) => ({
    call: row[0](names)
      .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
      .join(' '),
    row,
  }))

const isChange = ([method]: Request, outcome: string): boolean => method === 'POST' && /^(ok|null)$/.test(outcome)

describe('on ids of the own organization', () => {
  let unchanged: Scene | null = null
  test.each(titled(own))('$call', async ({ row: [request, ...expected] }) => {
    for (const [index, actor] of actors.entries()) {
      const scene: Scene = (unchanged ??= await setScene())
      await ctx.db.write`update "session" set "activeOrganizationId" = ${scene.organizationId}`
      const outcome = await play(actor, request(scene))
      expect([actor, outcome]).toEqual([actor, expected[index]])
      if (isChange(request(scene), outcome)) unchanged = null
    }
  })
})

describe('on ids of another organization', async () => {
  const scene = await setScene(stranger, [])
  const { organizationId } = await setScene()
  test.each(titled(foreign))('$call', async ({ row: [request, ...expected] }) => {
    for (const [index, actor] of actors.entries()) {
      await ctx.db.write`update "session" set "activeOrganizationId" = ${organizationId}`
      expect([actor, await play(actor, request(scene))]).toEqual([actor, expected[index]])
    }
  })
})

test('covers every organization call', () => {
  const { paths = {} } = app.swagger()
  const all = Object.keys(paths).filter((path) => path.includes('/organization/'))
  const inTable = new Set(own.map(([request]) => request(names)[1]))
  expect(all.map((path) => path.slice(path.indexOf('/organization/'))).filter((path) => !inTable.has(path))).toEqual([])
  expect(all.length).toBeGreaterThan(20)
})
