/**
 * One call of one person's client. `$name` in `input` stands for a value that an earlier step kept;
 * `keep` names where it is in the response.
 */
export interface Step {
  readonly who: string
  readonly method: string
  readonly input?: unknown
  readonly keep?: Readonly<Record<string, readonly (string | number)[]>>
}

const password = 'gravel kite 47'
const next = 'velvet anchor 52'

const as =
  (who: string) =>
  (method: string, input?: unknown, keep: Step['keep'] = {}): Step => ({ who, method, input, keep })
const [nobody, ann, bob, cy] = [as('nobody'), as('ann'), as('bob'), as('cy')]

const credentials: Step[] = [
  nobody('getSession'),
  ann('signUp.email', { email: 'ann@x.test', password, name: 'Ann', username: 'Ann_1' }),
  bob('signUp.email', { email: 'bob@x.test', password, name: 'Bob' }, { bobToken: ['token'], bobId: ['user', 'id'] }),
  cy('signUp.email', { email: 'cy@x.test', password, name: 'Cy' }),
  nobody('signUp.email', { email: 'ann@x.test', password, name: 'x' }),
  ...['a', 'a b c', 'ANN_1', 'x'.repeat(31)].map((username) =>
    nobody('signUp.email', { email: 'd@x.test', password, name: 'D', username }),
  ),
  ann('getSession'),
  nobody('signIn.email', { email: 'ann@x.test', password: 'not this one' }),
  as('ann2')('signIn.email', { email: 'ann@x.test', password }),
  as('ann3')('signIn.email', { email: 'ann@x.test', password, callbackURL: '/x', rememberMe: false }),
  as('ann4')('signIn.username', { username: 'ANN_1', password }),
  ...['', 'ab', 'a-b-c', 'nobody', 'x'.repeat(31)].map((username) => nobody('signIn.username', { username, password })),
  ...['ann_1', 'free_one', 'ab', 'a-b-c'].map((username) => nobody('isUsernameAvailable', { username })),
  ann('listSessions'),
  bob('listAccounts', undefined, { bobAccount: [0, 'id'] }),
  ann('updateUser', { name: 'Anna', image: '/x.png' }),
  bob('updateUser', { username: 'ann_1' }),
  bob('updateUser', { username: 'bob_1' }),
  bob('getSession'),
  ann('changePassword', { newPassword: next, currentPassword: 'not this one' }),
  ann('changePassword', { newPassword: 'x', currentPassword: password }),
  ann('changePassword', { newPassword: next, currentPassword: password, revokeOtherSessions: true }),
  ann('revokeSession', { token: 'unknown' }),
  ann('requestPasswordReset', { email: 'ann@x.test', redirectTo: '/reset' }),
  ann('requestPasswordReset', { email: 'no@x.test' }),
  ann('forgetPassword', { email: 'ann@x.test' }),
  ann('resetPassword', { newPassword: password, token: 'x' }),
  ann('verifyEmail', { query: { token: 'x' } }),
  bob('sendVerificationEmail', { email: 'bob@x.test' }),
  bob('changeEmail', { newEmail: 'bob@x.test' }),
  bob('unlinkAccount', { providerId: 'credential' }),
  bob('unlinkAccount', { accountId: '$bobAccount' }),
  bob('getAccessToken', { providerId: 'github' }),
  bob('getAccessToken', { accountId: 'unknown' }),
  bob('refreshToken', { accountId: 'unknown' }),
  nobody('signIn.social', { provider: 'google' }),
  nobody('signIn.social', { provider: 'nonesuch' }),
  nobody('signIn.social', { provider: 'github', callbackURL: '/x', disableRedirect: true }),
  bob('linkSocial', { provider: 'github', callbackURL: '/x' }),
  bob('linkSocial', { provider: 'github', callbackURL: '/x', disableRedirect: true }),
  bob('linkSocial', { provider: 'nonesuch', callbackURL: '/x' }),
  ann('oneTimeToken.generate', undefined, { oneTime: ['token'] }),
  as('ann5')('oneTimeToken.verify', { token: '$oneTime' }),
  as('ann5')('oneTimeToken.verify', { token: '$oneTime' }),
  bob('multiSession.listDeviceSessions'),
  bob('multiSession.setActive', { sessionToken: '$bobToken' }),
  bob('multiSession.setActive', { sessionToken: 'unknown' }),
  ...['listSessions', 'listAccounts', 'organization.list', 'oneTimeToken.generate'].map((method) => nobody(method)),
]

const organization = (person: typeof ann, method: string, input?: unknown, keep?: Step['keep']) =>
  person(`organization.${method}`, input, keep)

const organizations: Step[] = [
  organization(ann, 'getFullOrganization'),
  organization(ann, 'getActiveMember'),
  organization(ann, 'getActiveMemberRole'),
  organization(ann, 'listTeams'),
  organization(ann, 'update', { data: { name: 'x' } }),
  organization(
    ann,
    'create',
    { name: 'Acme', slug: 'acme', metadata: { a: 1 } },
    { org: ['id'], ann: ['members', 0, 'id'] },
  ),
  organization(ann, 'create', { name: 'Acme', slug: 'acme' }),
  ...['acme', 'free'].map((slug) => organization(ann, 'checkSlug', { slug })),
  organization(ann, 'list'),
  ann('getSession'),
  organization(ann, 'setActive', { organizationId: '$org' }),
  organization(ann, 'getFullOrganization'),
  organization(ann, 'getFullOrganization', { query: { organizationSlug: 'acme' } }),
  organization(bob, 'getFullOrganization', { query: { organizationId: '$org' } }),
  ...[{}, { query: { organizationId: '$org' } }, { query: { organizationSlug: 'acme' } }].flatMap((query) =>
    [ann, cy].map((person) => organization(person, 'getOrganization', query)),
  ),
  organization(ann, 'update', { data: { name: 'Acme 2', metadata: { b: 2 } } }),
  organization(bob, 'update', { data: { name: 'x' }, organizationId: '$org' }),
  organization(ann, 'getActiveMember'),
  organization(ann, 'getActiveMemberRole'),
  organization(ann, 'createTeam', { name: 'Red' }, { red: ['id'] }),
  organization(ann, 'createTeam', { name: 'Blue' }, { blue: ['id'] }),
  organization(ann, 'updateTeam', { teamId: '$red', data: { name: 'Reds' } }),
  organization(ann, 'updateTeam', { teamId: 'none', data: { name: 'Reds' } }),
  organization(ann, 'listTeams'),
  organization(cy, 'listTeams', { query: { organizationId: '$org' } }),
  organization(ann, 'removeTeam', { teamId: '$blue' }),
  organization(ann, 'inviteMember', { email: 'Bob@x.test', role: 'member' }, { invitation: ['id'] }),
  organization(ann, 'inviteMember', { email: 'bob@x.test', role: 'admin' }),
  organization(ann, 'inviteMember', { email: 'ann@x.test', role: 'admin' }),
  organization(cy, 'inviteMember', { email: 'e@x.test', role: 'admin', organizationId: '$org' }),
  organization(ann, 'inviteMember', { email: 'cy@x.test', role: 'admin' }, { rejected: ['id'] }),
  organization(ann, 'inviteMember', { email: 'gone@x.test', role: 'member' }, { canceled: ['id'] }),
  organization(ann, 'cancelInvitation', { invitationId: '$canceled' }),
  organization(ann, 'listInvitations'),
  organization(bob, 'getInvitation', { query: { id: '$invitation' } }),
  organization(cy, 'getInvitation', { query: { id: '$invitation' } }),
  organization(bob, 'listUserInvitations'),
  organization(cy, 'rejectInvitation', { invitationId: '$rejected' }),
  organization(cy, 'acceptInvitation', { invitationId: '$invitation' }),
  organization(bob, 'acceptInvitation', { invitationId: '$invitation' }, { bob: ['member', 'id'] }),
  organization(bob, 'acceptInvitation', { invitationId: '$invitation' }),
  bob('getSession'),
  ...[
    {},
    { limit: 1 },
    { sortBy: 'createdAt', sortDirection: 'desc' },
    { filterField: 'role', filterOperator: 'eq', filterValue: 'owner' },
    { filterField: 'role', filterOperator: 'ne', filterValue: 'owner' },
    { filterField: 'role', filterOperator: 'contains', filterValue: 'mem' },
    { filterField: 'role', filterOperator: 'starts_with', filterValue: 'mem' },
    { filterField: 'role', filterOperator: 'ends_with', filterValue: 'ner' },
    { filterField: 'role', filterOperator: 'in', filterValue: ['owner', 'admin'] },
    { filterField: 'role', filterOperator: 'not_in', filterValue: ['owner', 'admin'] },
    { filterField: 'userId', filterOperator: 'in', filterValue: ['$bobId'] },
    ...['gt', 'gte', 'lt', 'lte'].map((filterOperator) => ({
      filterField: 'createdAt',
      filterOperator,
      filterValue: '2020-01-01T00:00:00.000Z',
    })),
  ].map((query) => organization(bob, 'listMembers', { query: { organizationId: '$org', ...query } })),
  organization(cy, 'listMembers', { query: { organizationId: '$org' } }),
  ...[
    {},
    { organizationId: '$org' },
    { organizationSlug: 'acme' },
    { userId: '$bobId', organizationId: '$org' },
    { userId: 'unknown', organizationId: '$org' },
    { organizationId: 'unknown' },
    { organizationSlug: 'unknown' },
  ].flatMap((query) => [ann, cy].map((person) => organization(person, 'getActiveMemberRole', { query }))),
  ...[{ organization: ['delete'] }, { member: ['create'] }].flatMap((permissions) =>
    [ann, bob].map((person) => organization(person, 'hasPermission', { permissions })),
  ),
  organization(ann, 'updateMemberRole', { memberId: '$bob', role: 'admin' }),
  organization(bob, 'updateMemberRole', { memberId: '$ann', role: 'member' }),
  organization(cy, 'updateMemberRole', { memberId: '$ann', role: 'member', organizationId: '$org' }),
  organization(ann, 'addTeamMember', { teamId: '$red', userId: '$bobId' }),
  organization(ann, 'listTeamMembers', { query: { teamId: '$red' } }),
  organization(ann, 'listUserTeams'),
  organization(ann, 'setActiveTeam', { teamId: '$red' }),
  organization(ann, 'removeTeamMember', { teamId: '$red', userId: '$bobId' }),
  organization(bob, 'removeMember', { memberIdOrEmail: 'ann@x.test' }),
  organization(ann, 'removeMember', { memberIdOrEmail: 'bob@x.test' }),
  organization(ann, 'leave', { organizationId: '$org' }),
  organization(cy, 'delete', { organizationId: '$org' }),
  organization(ann, 'delete', { organizationId: '$org' }),
]

export const steps: readonly Step[] = [
  ...credentials,
  ...organizations,
  ann('revokeOtherSessions'),
  ann('signOut'),
  ann('getSession'),
]
