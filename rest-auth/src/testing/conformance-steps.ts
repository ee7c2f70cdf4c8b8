/**
 * One call of one person. `$name` in path and body stands for what an earlier step kept under that name; `keep` says where in
 * the answer it stands. `differs` says why we answer otherwise than the reference, which must then be so.
 */
export interface Step {
  readonly who: string
  readonly call: `${'GET' | 'POST'} /${string}`
  readonly body?: object
  readonly keep?: Readonly<Record<string, readonly (string | number)[]>>
  readonly differs?: string
}

const password = 'gravel kite 47'
const next = 'velvet anchor 52'

const as =
  (who: string) =>
  (call: Step['call'], body?: object, more: Omit<Step, 'who' | 'call' | 'body'> = {}): Step => ({
    who,
    call,
    ...(body && { body }),
    ...more,
  })
const [nobody, ann, bob] = [as('nobody'), as('ann'), as('bob')]

const credentials: Step[] = [
  nobody('GET /ok'),
  nobody('GET /get-session'),
  nobody('POST /ok'),
  ann(
    'POST /sign-up/email',
    { email: 'Ann@x.test', password, name: 'Ann', username: 'Ann' },
    { keep: { annToken: ['token'] } },
  ),
  bob('POST /sign-up/email', { email: 'bob@x.test', password, name: 'Bob' }, { keep: { bobToken: ['token'] } }),
  ann('GET /get-session'),
  ...[
    { email: 'x', password, name: 'x' },
    { email: 'b@x.test', password: 'x', name: 'x' },
    { email: 'b@x.test', password: 'x'.repeat(200), name: 'x' },
    { email: 'ann@x.test', password, name: 'x' },
    ...['a', 'a b c', 'ANN', '', 'x'.repeat(31)].map((username) => ({
      email: 'b@x.test',
      password,
      name: 'x',
      username,
    })),
  ].map((body) => nobody('POST /sign-up/email', body)),
  ...[
    { email: 'ann@x.test', password: 'nope nope' },
    { email: 'no@x.test', password },
    { email: 'x', password },
    { email: 1, password },
    {},
  ].map((body) => nobody('POST /sign-in/email', body)),
  as('remembered')('POST /sign-in/email', { email: 'ann@x.test', password, callbackURL: '/x' }),
  as('forgotten')(
    'POST /sign-in/email',
    { email: 'ann@x.test', password, rememberMe: false },
    { differs: 'the cookie for switching accounts ends with the browser, too' },
  ),
  ...['ANN', '', 'xx', 'nobody', 'a-b-c', 'x'.repeat(40)].map((username) =>
    as(`by username ${username}`)('POST /sign-in/username', { username, password }),
  ),
  nobody('POST /sign-in/username', { username: 'ann', password: 'wrong password' }),
  nobody('POST /sign-in/username', { username: 'ann', password: '' }),
]

const anonymous: Step[] = [
  ...(
    [
      'list-sessions',
      'list-accounts',
      'organization/list',
      'organization/get-full-organization',
      'one-time-token/generate',
      'multi-session/list-device-sessions',
      'organization/list-invitations',
      'delete-user/callback?token=x',
    ] as const
  ).map((path) => nobody(`GET /${path}`)),
  ...(
    [
      'revoke-session',
      'revoke-sessions',
      'revoke-other-sessions',
      'change-password',
      'change-email',
      'update-user',
      'delete-user',
      'unlink-account',
      'refresh-token',
      'link-social',
      'send-verification-email',
      'forget-password',
      'reset-password',
      'one-time-token/verify',
      'multi-session/set-active',
      'multi-session/revoke',
      'sign-in/social',
      'organization/create',
      'organization/check-slug',
      'organization/update',
      'organization/set-active',
      'organization/has-permission',
      'organization/update-member-role',
      'organization/remove-member',
      'organization/leave',
      'organization/invite-member',
      'organization/accept-invitation',
      'organization/reject-invitation',
      'organization/cancel-invitation',
      'organization/create-team',
      'organization/update-team',
    ] as const
  ).map((path) => nobody(`POST /${path}`)),
  nobody('POST /sign-out', {}, { differs: 'signing out twice is a success' }),
]

const account: Step[] = [
  bob('GET /list-sessions'),
  bob('GET /list-accounts'),
  ann('POST /update-user', { name: 'Anna', image: '/x.png' }),
  ann('POST /update-user', {}),
  ann('POST /update-user', { email: 'z@x.test' }),
  ann('POST /update-user', { username: 'ANN2' }),
  ann('GET /get-session'),
  ann('POST /change-password', { newPassword: 'x', currentPassword: password }),
  ann('POST /change-password', { newPassword: next, currentPassword: 'wrong password' }),
  ann('POST /change-password', { newPassword: next, currentPassword: password }),
  ann('POST /revoke-session', { token: 'unknown' }),
  ann('POST /revoke-session', { token: '$bobToken' }),
  ann('GET /one-time-token/generate', undefined, { keep: { oneTimeToken: ['token'] } }),
  as('other')('POST /one-time-token/verify', { token: '$oneTimeToken' }, { differs: 'the browser is signed in' }),
  as('other')('POST /one-time-token/verify', { token: '$oneTimeToken' }),
  ann('POST /forget-password', { email: 'ann@x.test', redirectTo: '/r?x=2' }),
  ann('POST /forget-password', { email: 'no@x.test' }),
  ann('POST /forget-password', { email: 'x' }),
  ann('POST /forget-password', { email: 'ann@x.test', redirectTo: 'http://evil.test' }),
  ...['=/r?x=2', '=', '', '=http://evil.test'].map((target) =>
    ann(`GET /reset-password/none${target && `?callbackURL${target}`}`),
  ),
  ann('POST /reset-password', { newPassword: password }),
  ann('POST /reset-password', { newPassword: 'x', token: 'x' }),
  ann('POST /reset-password', { newPassword: password, token: 'x' }),
  ...['?token=x', '?token=x&callbackURL=/a', '?token=x&callbackURL=/a?b=c', ''].map((query) =>
    ann(`GET /verify-email${query}`),
  ),
  bob('POST /send-verification-email', { email: 'bob@x.test' }),
  bob('POST /change-email', { newEmail: 'BOB@x.test' }),
  bob('POST /change-email', { newEmail: 'ann@x.test' }),
  bob('POST /change-email', { newEmail: 'bob2@x.test' }),
  bob('GET /get-session'),
  ann('POST /multi-session/set-active', { sessionToken: 'unknown' }),
  ann('POST /multi-session/set-active', { sessionToken: '$annToken' }),
  ann('GET /multi-session/list-device-sessions'),
]

const organizations: Step[] = [
  ann('GET /organization/get-full-organization'),
  ann('GET /organization/get-active-member'),
  ann('GET /organization/list-teams'),
  ann(
    'POST /organization/create',
    { name: 'Acme', slug: 'acme', metadata: { a: 1 } },
    {
      keep: { org: ['id'], annMember: ['members', 0, 'id'], team: ['members', 0, 'teamId'] },
      differs: 'the session cookie is sent again',
    },
  ),
  ann('POST /organization/create', { name: 'Acme', slug: 'acme' }),
  ann('POST /organization/check-slug', { slug: 'acme' }),
  ann('POST /organization/check-slug', { slug: 'free' }),
  ann('GET /organization/list'),
  ann('GET /organization/get-full-organization'),
  ann('GET /organization/get-active-member'),
  ann('GET /organization/list-teams'),
  ann('POST /organization/update', { data: { name: 'Acme 2', metadata: { b: 2 } } }),
  ann('POST /organization/update', { data: { name: null } }),
  bob('POST /organization/update', { data: { name: 'x' }, organizationId: '$org' }),
  bob('GET /organization/get-full-organization?organizationId=$org'),
  bob('POST /organization/set-active', { organizationId: '$org' }),
  ann('POST /organization/set-active', { organizationId: null }),
  ann('POST /organization/set-active', { organizationSlug: 'acme' }, { differs: 'teams are answered' }),
  ann('POST /organization/has-permission', { permissions: { organization: ['delete'] } }),
  ann('POST /organization/has-permission', { permission: { member: ['create'] } }),
  ann('POST /organization/has-permission', { permission: {}, permissions: {} }),
  bob('POST /organization/has-permission', { permissions: { organization: ['delete'] } }),
  ann('POST /organization/invite-member', { email: 'bob2@x.test', role: 'member' }, { keep: { invitation: ['id'] } }),
  ann('POST /organization/invite-member', { email: 'bob2@x.test', role: 'member' }),
  ann('POST /organization/invite-member', { email: 'ann@x.test', role: 'member' }),
  bob('POST /organization/invite-member', { email: 'c@x.test', role: 'member', organizationId: '$org' }),
  bob('POST /organization/invite-member', { email: 'c@x.test', role: 'member' }),
  bob(
    'GET /organization/get-invitation?id=$invitation',
    {},
    { differs: 'an inviter is not named by an unproved address' },
  ),
  ann('GET /organization/get-invitation?id=$invitation'),
  bob('GET /organization/get-invitation?id=none'),
  bob('GET /organization/get-invitation'),
  ann('POST /organization/accept-invitation', { invitationId: '$invitation' }),
  bob('POST /organization/accept-invitation', { invitationId: 'none' }),
  bob(
    'POST /organization/accept-invitation',
    { invitationId: '$invitation' },
    {
      keep: { bobMember: ['member', 'id'] },
      differs: 'the session cookie is sent again',
    },
  ),
  bob('POST /organization/accept-invitation', { invitationId: '$invitation' }),
  bob('POST /organization/reject-invitation', { invitationId: '$invitation' }),
  bob('GET /organization/get-active-member'),
  bob('POST /organization/invite-member', { email: 'c@x.test', role: 'member' }),
  bob('POST /organization/update', { data: { name: 'x' } }),
  bob('POST /organization/delete', { organizationId: '$org' }),
  bob('POST /organization/remove-member', { memberIdOrEmail: '$annMember' }),
  bob('POST /organization/update-member-role', { memberId: '$annMember', role: 'member' }),
  bob('POST /organization/create-team', { name: 't' }),
  bob('POST /organization/remove-team', { teamId: '$team' }),
  bob('POST /organization/update-team', { teamId: '$team', data: { name: 'x' } }),
  bob('POST /organization/cancel-invitation', { invitationId: '$invitation' }),
  ann('POST /organization/update-member-role', { memberId: '$bobMember', role: 'admin' }),
  ann('POST /organization/update-member-role', { memberId: '$bobMember', role: ['admin', 'member'] }),
  ann('POST /organization/update-member-role', { memberId: 'none', role: 'member' }),
  ann(
    'POST /organization/update-member-role',
    { memberId: '$bobMember', role: '' },
    { differs: 'the refusal has a body' },
  ),
  ann('POST /organization/create-team', { name: 'Two' }, { keep: { second: ['id'] } }),
  ann('POST /organization/update-team', { teamId: '$second', data: { name: 'Two!' } }),
  ann('POST /organization/update-team', { teamId: 'none', data: { name: 'x' } }),
  ann('GET /organization/list-teams'),
  ann('POST /organization/remove-team', { teamId: '$second' }),
  ann('POST /organization/remove-team', { teamId: 'none' }),
  ann('POST /organization/leave', { organizationId: '$org' }),
  ann('POST /organization/remove-member', { memberIdOrEmail: 'none' }),
  ann('POST /organization/remove-member', { memberIdOrEmail: 'bob2@x.test' }),
  bob('POST /organization/leave', { organizationId: '$org' }),
  ann(
    'POST /organization/invite-member',
    { email: 'd@x.test', role: ['admin', 'member'] },
    { keep: { second: ['id'] } },
  ),
  ann('POST /organization/cancel-invitation', { invitationId: '$second' }),
  ann('GET /organization/list-invitations'),
  ann('POST /organization/cancel-invitation', { invitationId: 'none' }),
  ann('POST /organization/delete', { organizationId: '$org' }, { differs: 'the session cookie is sent again' }),
]

const endings: Step[] = [
  bob('POST /delete-user', { password: 'wrong password' }),
  bob('POST /delete-user', { callbackURL: '/bye' }),
  bob('GET /delete-user/callback?token=x'),
  bob('POST /delete-user', { token: 'x' }),
  bob('POST /unlink-account', { providerId: 'credential' }),
  bob('POST /refresh-token', { providerId: 'github' }),
  bob('POST /sign-in/social', { provider: 'myspace' }),
  bob('GET /callback/github'),
  bob('GET /callback/github?state=x&code=y'),
  bob('GET /callback/github?error=access_denied', undefined, { differs: 'no "undefined" as description' }),
  bob('POST /revoke-other-sessions'),
  bob('POST /revoke-sessions'),
  bob('GET /get-session'),
  ann('POST /sign-out'),
  ann('GET /get-session'),
]

/** A day in the life of a few people, in the order in which it happens. */
export const conformanceSteps: readonly Step[] = [
  ...credentials,
  ...anonymous,
  ...account,
  ...organizations,
  ...endings,
]
