/**
 * One call of one person. `$name` in path and body stands for a value that an earlier step kept;
 * `keep` says where it is in the response. `differs` explains why our response differs from the
 * reference, which must then be so. `resent` allows different cookies, because ours sends the
 * session's again.
 */
export interface Step {
  readonly who: string
  readonly call: `${'GET' | 'POST'} /${string}`
  readonly body?: object
  readonly keep?: Readonly<Record<string, readonly (string | number)[]>>
  readonly differs?: string
  readonly resent?: true
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
const [nobody, ann, bob, cy] = [as('nobody'), as('ann'), as('bob'), as('cy')]
const s33 = { differs: 'refuses instead of returning 200 null (S33)' }
const notFound = { differs: 'says 404 PROVIDER_NOT_FOUND, as 1.2.12 and every newer line do' }
const repeated = { differs: 'returns the same again, because the first response may have been lost' }
const trueTeams = { differs: 'returns the true teams' }

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
  cy('POST /sign-up/email', { email: 'cy@x.test', password, name: 'Cy' }),
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

const withoutOrganization: Step[] = [
  nobody('POST /organization/create', { name: 'a', slug: 'b' }),
  nobody('POST /organization/check-slug', { slug: 'b' }),
  nobody('GET /organization/get-invitation?id=x', undefined, { differs: 'says UNAUTHORIZED as every call does' }),
  ...(
    [
      'list',
      'get-full-organization',
      'get-active-member',
      'list-teams',
      'list-invitations',
      'get-invitation',
      'set-active',
    ] as const
  ).map((path) => ann(`GET /organization/${path}`)),
  ann('POST /organization/has-permission', { permissions: { team: ['create'] } }),
  ann('POST /organization/update', { data: { name: 'x' } }),
  ann('POST /organization/invite-member', { email: 'bob@x.test', role: 'member' }),
  ann('POST /organization/update-member-role', { memberId: 'x', role: 'member' }),
  ann('POST /organization/remove-member', { memberIdOrEmail: 'x' }, s33),
  ann('POST /organization/create-team', { name: 'x' }),
  ann('POST /organization/remove-team', { teamId: 'x' }, s33),
  ann('POST /organization/update-team', { teamId: 'x', data: { name: 'y' } }, s33),
  ann('POST /organization/set-active', {}),
  ann('POST /organization/set-active', { organizationId: null }),
  ann('POST /organization/add-member', { userId: 'x', role: 'owner' }),
]

const organizations: Step[] = [
  ann(
    'POST /organization/create',
    { name: 'Acme', slug: 'acme', metadata: { a: 1 }, logo: 'l' },
    { keep: { org: ['id'], annMember: ['members', 0, 'id'], team: ['members', 0, 'teamId'] }, resent: true },
  ),
  ann('POST /organization/create', { name: 'Acme', slug: 'acme' }),
  ann('POST /organization/create', { name: 1, slug: 'x' }),
  ann('POST /organization/check-slug', { slug: 'acme' }),
  ann('POST /organization/check-slug', { slug: 'free' }),
  ann('GET /organization/list'),
  ann('GET /organization/get-full-organization'),
  ann('GET /organization/get-full-organization?organizationSlug=acme'),
  ann('GET /organization/get-full-organization?organizationId=absent'),
  ann('GET /organization/get-active-member'),
  ann('GET /organization/list-teams'),
  ann(
    'POST /organization/create',
    { name: 'Two', slug: 'two', keepCurrentActiveOrganization: true },
    { keep: { two: ['id'] } },
  ),
  ann('GET /get-session'),
  ann('POST /organization/check-slug', { slug: 'ACME' }),
  ann('POST /organization/set-active', { organizationId: '$two' }, trueTeams),
  ann('POST /organization/set-active', { organizationId: '$org' }, trueTeams),
  ann('POST /organization/update', { data: { name: 'Acme 2', metadata: { b: 2 } } }),
  ann('POST /organization/update', { data: { name: null } }),
  bob('POST /organization/update', { data: { name: 'x' }, organizationId: '$org' }),
  bob('GET /organization/get-full-organization?organizationId=$org'),
  bob('POST /organization/set-active', { organizationId: '$org' }),
  ann('POST /organization/set-active', { organizationId: null }),
  ann('POST /organization/set-active', { organizationSlug: 'acme' }, trueTeams),
  ...[{ organization: ['delete'] }, { member: ['create'], team: ['update'] }, { x: ['y'] }].flatMap((permissions) => [
    ann('POST /organization/has-permission', { permissions }),
    ann('POST /organization/has-permission', { permission: permissions }),
  ]),
  ann('POST /organization/has-permission', {}),
  ann('POST /organization/has-permission', { permission: {}, permissions: {} }),
  bob('POST /organization/has-permission', { permissions: { organization: ['delete'] } }),
  bob('POST /organization/has-permission', { permissions: { team: ['create'] }, organizationId: '$org' }),
  ann('POST /organization/invite-member', { email: 'Bob2@x.test', role: ['member'] }, { keep: { invitation: ['id'] } }),
  ann('POST /organization/invite-member', { email: 'bob2@x.test', role: 'admin' }),
  ann('POST /organization/invite-member', { email: 'ann@x.test', role: 'member' }),
  bob('POST /organization/invite-member', { email: 'c@x.test', role: 'member', organizationId: '$org' }),
  bob('POST /organization/invite-member', { email: 'c@x.test', role: 'member' }),
  ann('GET /organization/list-invitations'),
  bob('GET /organization/list-invitations?organizationId=$org'),
  bob('GET /organization/get-invitation?id=$invitation', undefined, {
    differs: 'an inviter is not named by an unproved address',
  }),
  ...[ann, cy].map((other) => other('GET /organization/get-invitation?id=$invitation')),
  ...[bob, cy].map((other) => other('GET /organization/get-invitation?id=none')),
  bob('GET /organization/get-invitation'),
  ...[ann, cy].map((other) => other('POST /organization/accept-invitation', { invitationId: '$invitation' })),
  bob('POST /organization/accept-invitation', { invitationId: 'none' }),
  bob(
    'POST /organization/accept-invitation',
    { invitationId: '$invitation' },
    { keep: { bobMember: ['member', 'id'] }, resent: true },
  ),
  bob('POST /organization/accept-invitation', { invitationId: '$invitation' }, repeated),
  bob('POST /organization/reject-invitation', { invitationId: '$invitation' }),
  ann('POST /organization/invite-member', { email: 'bob2@x.test', role: 'member' }),
  bob('GET /organization/get-active-member'),
  bob('POST /organization/invite-member', { email: 'c@x.test', role: 'member' }),
  bob('POST /organization/update', { data: { name: 'x' } }),
  bob('POST /organization/delete', { organizationId: '$org' }),
  bob('POST /organization/remove-member', { memberIdOrEmail: '$annMember' }),
  bob('POST /organization/remove-member', { memberIdOrEmail: '$bobMember' }),
  bob('POST /organization/update-member-role', { memberId: '$annMember', role: 'member' }),
  bob('POST /organization/update-member-role', { memberId: '$bobMember', role: 'admin' }),
  bob('POST /organization/create-team', { name: 't' }),
  bob('POST /organization/remove-team', { teamId: '$team' }),
  bob('POST /organization/update-team', { teamId: '$team', data: { name: 'x' } }),
  ...[bob, cy].map((other) => other('POST /organization/cancel-invitation', { invitationId: '$invitation' })),
  bob('POST /organization/cancel-invitation', { invitationId: 'none' }),
  ann('POST /organization/update-member-role', { memberId: '$bobMember', role: 'admin' }),
  ann('POST /organization/update-member-role', { memberId: '$bobMember', role: ['admin', 'member'] }),
  ann('POST /organization/update-member-role', { memberId: 'none', role: 'member' }),
  ann('POST /organization/update-member-role', { memberId: '$bobMember' }),
  ann(
    'POST /organization/update-member-role',
    { memberId: '$bobMember', role: '' },
    { differs: 'the refusal has a body' },
  ),
  cy('POST /organization/update-member-role', { memberId: '$bobMember', role: 'admin', organizationId: '$org' }),
  cy('POST /organization/remove-member', { memberIdOrEmail: '$bobMember', organizationId: '$org' }),
  bob('POST /organization/remove-member', { memberIdOrEmail: 'ann@x.test' }),
  bob('POST /organization/invite-member', { email: 'o@x.test', role: 'owner' }),
  ann('POST /organization/create-team', { name: 'Two' }, { keep: { second: ['id'] } }),
  ann('POST /organization/create-team', {}),
  cy('POST /organization/create-team', { name: 'x', organizationId: '$org' }),
  ann('POST /organization/update-team', { teamId: '$second', data: { name: 'Two!' } }),
  ann('POST /organization/update-team', { teamId: '$second', data: { name: '' } }),
  ann('POST /organization/update-team', { teamId: 'none', data: { name: 'x' } }),
  cy('POST /organization/update-team', { teamId: '$second', data: { name: 'Red', organizationId: '$org' } }),
  ann('GET /organization/list-teams'),
  cy('GET /organization/list-teams?organizationId=$org', undefined, { differs: 'says why instead of nothing' }),
  cy(
    'POST /organization/remove-team',
    { teamId: '$second', organizationId: '$org' },
    { differs: 'says what was asked, as 1.2.8 does' },
  ),
  ann('POST /organization/remove-team', { teamId: '$second' }),
  ann('POST /organization/remove-team', { teamId: 'none' }),
  bob('POST /organization/remove-team', { teamId: '$team' }),
  ...[ann, cy].map((other) => other('POST /organization/leave', { organizationId: '$org' })),
  ann('POST /organization/remove-member', { memberIdOrEmail: 'none' }),
  ann('POST /organization/remove-member', { memberIdOrEmail: 'bob2@x.test' }),
  bob('POST /organization/leave', { organizationId: '$org' }),
  ann('GET /organization/list-invitations'),
  ann('POST /organization/invite-member', { email: 'cy@x.test', role: 'admin' }, { keep: { rejected: ['id'] } }),
  cy('POST /organization/reject-invitation', { invitationId: '$rejected' }),
  cy('POST /organization/reject-invitation', { invitationId: '$rejected' }, repeated),
  ann(
    'POST /organization/invite-member',
    { email: 'd@x.test', role: ['admin', 'member'] },
    { keep: { second: ['id'] } },
  ),
  ann('POST /organization/cancel-invitation', { invitationId: '$second' }),
  ann('POST /organization/cancel-invitation', { invitationId: 'none' }),
  ann('POST /organization/invite-member', { email: 'bob2@x.test', role: 'owner' }, { keep: { third: ['id'] } }),
  bob('POST /organization/accept-invitation', { invitationId: '$third' }, { resent: true }),
  bob('POST /organization/leave', { organizationId: '$org' }, { resent: true }),
  cy('POST /organization/delete', { organizationId: '$org' }, s33),
  ann('POST /organization/delete', { organizationId: '$two' }),
  ann('POST /organization/delete', { organizationId: '$org' }, { resent: true }),
]

const endings: Step[] = [
  bob('POST /delete-user', { password: 'wrong password' }),
  bob('POST /delete-user', { callbackURL: '/bye' }),
  bob('GET /delete-user/callback?token=x'),
  bob('POST /delete-user', { token: 'x' }),
  bob('POST /unlink-account', { providerId: 'credential' }),
  bob('POST /refresh-token', { providerId: 'github' }),
  bob('POST /sign-in/social', { provider: 'myspace' }, notFound),
  bob('POST /link-social', { provider: 'myspace', callbackURL: '/x' }, notFound),
  bob('GET /callback/github'),
  bob('GET /callback/github?state=x&code=y'),
  bob('GET /callback/github?error=access_denied', undefined, { differs: 'no "undefined" as description' }),
  bob('POST /revoke-other-sessions'),
  bob('POST /revoke-sessions'),
  bob('GET /get-session'),
  ann('POST /sign-out'),
  ann('GET /get-session'),
]

/** A day of a few people, in order. */
export const conformanceSteps: readonly Step[] = [
  ...credentials,
  ...anonymous,
  ...account,
  ...withoutOrganization,
  ...organizations,
  ...endings,
]
