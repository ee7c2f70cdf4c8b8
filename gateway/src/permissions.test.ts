import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { Permission } from 'contract/generated/graphql.ts'
import { schema } from './schema/schema.ts'
import { startGateway } from './testing/start-gateway.ts'
import type { Visitor } from './testing/visitor.ts'

// The gateway decides nothing: for each caller it returns what rest-auth returns for the same call.
const gateway = await startGateway({ restAuth: { ORGANIZATION_MEMBERSHIP_LIMIT: '10' } })

const callers = ['anonymous', 'outsider', 'member', 'admin', 'owner'] as const
const quickCallers = ['anonymous', 'member', 'owner'] as const
type Caller = (typeof callers)[number]
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- everybody is signed up before the first test
const people = {} as Record<Caller | 'victim' | 'guest', Visitor>

beforeAll(async () => {
  people.anonymous = gateway.visitor()
  for (const name of ['outsider', 'member', 'admin', 'owner', 'victim', 'guest'] as const)
    people[name] = await gateway.signUp(name)
  await gateway.verifyEmail(people.owner) // unverified users may invite only five people
})

/** An organization with all callers, with rest-auth's ids. */
interface Scene {
  readonly id: string
  readonly slug: string
  readonly memberIds: Record<'owner' | 'admin' | 'member' | 'victim', string>
  readonly victimId: string
  readonly teamId: string
  /** Pending, for the guest. */
  readonly invitationId: string
}

let count = 0
async function build(): Promise<Scene> {
  const slug = `scene-${(count += 1)}`
  const { owner } = people
  await gateway.dropOrphanedEmails() // more invitations than the limit allows
  const created = await call(owner, '/organization/create', { name: slug, slug })
  const id = text(created, 'id')
  const memberIds = { owner: text(created, 'members', 0, 'id'), admin: '', member: '', victim: '' }
  for (const role of ['admin', 'member', 'victim'] as const) {
    const invitedRole = role === 'admin' ? 'admin' : 'member'
    const invitation = await call(owner, '/organization/invite-member', {
      organizationId: id,
      email: people[role].email,
      role: invitedRole,
    })
    memberIds[role] = text(
      await call(people[role], '/organization/accept-invitation', { invitationId: text(invitation, 'id') }),
      'member',
      'id',
    )
  }
  await call(owner, '/organization/create-role', { organizationId: id, role: 'clerk', permission: {} })
  const victimId = text((await people.victim.rest('GET', '/get-session')).body, 'user', 'id')
  const teamId = text(await call(owner, '/organization/create-team', { organizationId: id, name: 'Second' }), 'id')
  const guest = await call(owner, '/organization/invite-member', {
    organizationId: id,
    email: people.guest.email,
    role: 'member',
  })
  await call(owner, '/organization/invite-member', { organizationId: id, email: `${slug}@example.com`, role: 'owner' })
  return { id, slug, memberIds, victimId, teamId, invitationId: text(guest, 'id') }
}

let untouched: [Scene, Scene] | null = null
/** Two equal scenes, reused if the last test was refused and changed nothing. */
async function twins(): Promise<[Scene, Scene]> {
  untouched ??= await Promise.all([build(), build()])
  return untouched
}

async function call(who: Visitor, path: string, body: object): Promise<unknown> {
  const response = await who.rest('POST', path, body)
  expect([path, response.status]).toEqual([path, 200])
  return response.body
}

function text(value: unknown, ...path: (string | number)[]): string {
  return String(path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value))
}

/** Mutations with input, and the equivalent call of rest-auth with its body. */
type Change = [mutation: string, input: (scene: Scene) => object, path: string, body: (scene: Scene) => object]

const organization = ({ id }: Scene) => ({ organizationId: `O_${id}` })
const victim = (scene: Scene) => ({ ...organization(scene), memberId: `M_${scene.memberIds.victim}` })
const invitation = ({ invitationId }: Scene) => ({ invitationId: `I_${invitationId}` })
const plain = ({ id }: Scene) => ({ organizationId: id })
const plainVictim = (scene: Scene) => ({ ...plain(scene), memberId: scene.memberIds.victim })
const plainInvitation = ({ invitationId }: Scene) => ({ invitationId })

const changes: Change[] = [
  [
    'createOrganization',
    ({ slug }) => ({ name: 'New', slug: `new-${slug}` }),
    'create',
    ({ slug }) => ({ name: 'New', slug: `new-${slug}` }),
  ],
  [
    'updateOrganization',
    (scene) => ({ ...organization(scene), name: 'New' }),
    'update',
    (scene) => ({ ...plain(scene), data: { name: 'New' } }),
  ],
  [
    'requireSecondFactor',
    (scene) => ({ ...organization(scene), required: true, graceDays: 7 }),
    'require-second-factor',
    (scene) => ({ ...plain(scene), required: true, graceDays: 7 }),
  ],
  ['deleteOrganization', organization, 'delete', plain],
  ['setActiveOrganization', organization, 'set-active', plain],
  ['leaveOrganization', organization, 'leave', plain],
  ...['ADMIN', 'OWNER'].map((role): Change => {
    const name = role.toLowerCase()
    return [
      'updateMemberRoles',
      (scene) => ({ ...victim(scene), roles: [role] }),
      'update-member-role',
      (scene) => ({ ...plainVictim(scene), role: [name] }),
    ]
  }),
  [
    'updateAssignedRoles',
    (scene) => ({ ...victim(scene), assignedRoles: ['admin'] }),
    'update-member-role',
    (scene) => ({ ...plainVictim(scene), role: ['admin'] }),
  ],
  [
    'createRole',
    (scene) => ({ ...organization(scene), name: 'new', grants: ['team:create'] }),
    'create-role',
    (scene) => ({ ...plain(scene), role: 'new', permission: { team: ['create'] } }),
  ],
  [
    'updateRole',
    (scene) => ({ ...organization(scene), name: 'clerk', label: 'Clerk' }),
    'update-role',
    (scene) => ({ ...plain(scene), roleName: 'clerk', data: { label: 'Clerk' } }),
  ],
  [
    'deleteRole',
    (scene) => ({ ...organization(scene), name: 'clerk' }),
    'delete-role',
    (scene) => ({ ...plain(scene), roleName: 'clerk' }),
  ],
  ['updateMemberTeam', victim, 'update-member-team', (scene) => ({ ...plainVictim(scene), teamId: null })],
  ...(['victim', 'owner'] as const).map((name): Change => [
    'removeMember',
    (scene) => ({ ...organization(scene), member: { id: `M_${scene.memberIds[name]}` } }),
    'remove-member',
    (scene) => ({ ...plain(scene), memberIdOrEmail: scene.memberIds[name] }),
  ]),
  ...['MEMBER', 'OWNER'].map((role): Change => [
    'inviteMember',
    (scene) => ({ ...organization(scene), email: 'new@example.com', roles: [role] }),
    'invite-member',
    (scene) => ({ ...plain(scene), email: 'new@example.com', role: [role.toLowerCase()] }),
  ]),
  ...(['addTeamMember', 'removeTeamMember'] as const).map((mutation): Change => [
    mutation,
    (scene) => ({ ...organization(scene), teamId: `T_${scene.teamId}`, userId: `U_${scene.victimId}` }),
    mutation === 'addTeamMember' ? 'add-team-member' : 'remove-team-member',
    (scene) => ({ ...plain(scene), teamId: scene.teamId, userId: scene.victimId }),
  ]),
  ['acceptInvitation', invitation, 'accept-invitation', plainInvitation],
  ['rejectInvitation', invitation, 'reject-invitation', plainInvitation],
  ['cancelInvitation', invitation, 'cancel-invitation', plainInvitation],
  [
    'createTeam',
    (scene) => ({ ...organization(scene), name: 'New' }),
    'create-team',
    (scene) => ({ ...plain(scene), name: 'New' }),
  ],
  [
    'updateTeam',
    (scene) => ({ ...organization(scene), teamId: `T_${scene.teamId}`, name: 'New' }),
    'update-team',
    (scene) => ({ teamId: scene.teamId, data: { ...plain(scene), name: 'New' } }),
  ],
  [
    'removeTeam',
    (scene) => ({ ...organization(scene), teamId: `T_${scene.teamId}` }),
    'remove-team',
    (scene) => ({ ...plain(scene), teamId: scene.teamId }),
  ],
  [
    'createWebhook',
    (scene) => ({ ...organization(scene), url: 'https://example.com/' }),
    'create-webhook',
    (scene) => ({ ...plain(scene), url: 'https://example.com/' }),
  ],
  ...['update', 'delete', 'test'].map((verb): Change => [
    `${verb}Webhook`,
    (scene) => ({ ...organization(scene), webhookId: 'x' }),
    `${verb}-webhook`,
    (scene) => ({ ...plain(scene), webhookId: 'x' }),
  ]),
  [
    'rotateWebhookSecret',
    (scene) => ({ ...organization(scene), webhookId: 'x' }),
    'rotate-webhook-secret',
    (scene) => ({ ...plain(scene), webhookId: 'x' }),
  ],
  [
    'redeliverWebhook',
    (scene) => ({ ...organization(scene), webhookId: 'x', deliveryId: 'y' }),
    'redeliver-webhook',
    (scene) => ({ ...plain(scene), webhookId: 'x', deliveryId: 'y' }),
  ],
  [
    'createApiKey',
    (scene) => ({ ...organization(scene), name: 'New', scopes: ['team:create'] }),
    '/api-key/create',
    (scene) => ({ ...plain(scene), name: 'New', scopes: ['team:create'] }),
  ],
  ['updateApiKey', () => ({ keyId: 'x', isEnabled: false }), '/api-key/update', () => ({ keyId: 'x', enabled: false })],
  ['deleteApiKey', () => ({ keyId: 'x' }), '/api-key/delete', () => ({ keyId: 'x' })],
]
const pathOf = (path: string) => (path.startsWith('/') ? path : `/organization/${path}`)

test('has every mutation, each of which is a call of rest-auth that declares its entries in the journal', () => {
  expect([...new Set(changes.map(([mutation]) => mutation))].toSorted()).toEqual(
    Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted(),
  )
  const { paths } = JSON.parse(readFileSync(new URL('../../rest-auth/generated/openapi.json', import.meta.url), 'utf8'))
  for (const [mutation, , path] of changes)
    expect([mutation, paths[pathOf(path)]?.post['x-journal']]).toEqual([mutation, expect.anything()])
})

describe.each(changes)('%s', (mutation, input, path, body) => {
  test.each(process.env['TEST_FULL'] ? callers : quickCallers)(
    'by %s has the same effect as in rest-auth',
    async (caller) => {
      const [here, there] = await twins()
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
      const asked = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code message } } }`
      const throughGateway = await people[caller].graphql(asked, { input: input(here) })
      const directly = await people[caller].rest('POST', pathOf(path), body(there))
      if (caller === 'anonymous') {
        expect([throughGateway.data, throughGateway.errors[0]?.extensions.code]).toEqual([
          { [mutation]: null },
          'UNAUTHENTICATED',
        ])
        expect(directly.status).toBe(401)
        return
      }
      expect(throughGateway.errors).toEqual([])
      const refused =
        directly.status === 200 ? [] : [{ code: text(directly.body, 'code'), message: text(directly.body, 'message') }]
      // The one difference: rest-auth's response, like better-auth's, reveals the invitation.
      const isHidden = mutation === 'cancelInvitation' && caller === 'outsider'
      expect(throughGateway.at(mutation, 'userErrors')).toEqual(
        isHidden ? [{ code: 'INVITATION_NOT_FOUND', message: 'Invitation not found' }] : refused,
      )
      if (isHidden) expect(refused[0]?.code).toBe('MEMBER_NOT_FOUND')
      if (refused.length === 0) untouched = null
      expect(await stateOf(here)).toEqual(await stateOf(there))
    },
  )
})

/** The organization and its journal as the owner sees them, without values that always differ. */
async function stateOf({ id }: Scene): Promise<unknown> {
  const { body } = await people.owner.rest('GET', `/organization/get-full-organization?organizationId=${id}`)
  const { body: log } = await people.owner.rest('GET', `/organization/audit-log?organizationId=${id}&limit=100`)
  const list = (name: string, ...fields: string[]) => {
    const items: unknown = Reflect.get({ ...Object(log), ...Object(body) }, name)
    if (!Array.isArray(items)) return null
    return items.map((item) => fields.map((field) => text(item, field).replace(/^scene-.*/, 'scene'))).toSorted()
  }
  const name = text(body, 'name').replace(/^scene-.*/, 'scene')
  return [
    name,
    list('members', 'userId', 'role'),
    list('invitations', 'role', 'status'),
    list('teams', 'name'),
    list('entries', 'event'),
  ]
}

test.each(callers)('shows %s the same data as rest-auth', async (caller) => {
  const scene = await build()
  const who = people[caller]
  const response = await who.graphql(
    `query ($id: ID!, $ids: [ID!]!) {
      organization(by: { id: $id }) {
        databaseId viewerMembership { id roles } viewerPermissions
        viewerHasPermissions(permissions: [INVITATION_CREATE, TEAM_DELETE])
        members { nodes { id roles user { id name email } } }
        teams { nodes { id members { nodes { id } } } }
        invitations { nodes { id email } }
      }
      nodes(ids: $ids) { id }
    }`,
    {
      id: `O_${scene.id}`,
      ids: [`O_${scene.id}`, `M_${scene.memberIds.admin}`, `T_${scene.teamId}`, `I_${scene.invitationId}`],
    },
  )
  const get = async (path: string) => (await who.rest('GET', `/organization/${path}organizationId=${scene.id}`)).body
  const members = await get('list-members?limit=100&')
  if (caller === 'anonymous' || caller === 'outsider') {
    expect(text(members, 'code')).toBe(
      caller === 'anonymous' ? 'UNAUTHORIZED' : 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    )
    expect(response.data).toEqual({
      organization: null,
      nodes: caller === 'anonymous' ? null : [null, null, null, null],
    })
    expect(response.text).not.toContain('scene')
    return
  }
  expect(response.errors).toEqual([])
  expect(response.at('organization', 'databaseId')).toBe(scene.id)
  const idsIn = (list: unknown, prefix: string) =>
    Array.isArray(list) ? list.map((item) => prefix + text(item, 'id')).toSorted() : []
  const shown = (name: string) => idsIn(response.at('organization', name, 'nodes'), '')
  expect(shown('members')).toEqual(idsIn(Reflect.get(Object(members), 'members'), 'M_'))
  expect(shown('teams')).toEqual(idsIn(await get('list-teams?'), 'T_'))
  expect(shown('invitations')).toEqual(idsIn(await get('list-invitations?'), 'I_'))
  const may = await who.rest('POST', '/organization/has-permission', {
    organizationId: scene.id,
    permissions: { invitation: ['create'], team: ['delete'] },
  })
  expect(response.at('organization', 'viewerHasPermissions')).toBe(Reflect.get(Object(may.body), 'success'))
  const granted: string[] = []
  for (const permission of Object.values(Permission)) {
    const [resource = '', action = ''] = permission.toLowerCase().split('_')
    const single = await who.rest('POST', '/organization/has-permission', {
      organizationId: scene.id,
      permissions: { [resource]: [action] },
    })
    if (Reflect.get(Object(single.body), 'success') === true) granted.push(permission)
  }
  const shownPermissions = response.at('organization', 'viewerPermissions')
  expect(Array.isArray(shownPermissions) && shownPermissions.toSorted()).toEqual(granted.toSorted())
})
