import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorKey } from './errors.ts'
import { clientLines, forClient } from './newer-codes.ts'
import { createNpmClient } from './testing/npm-client.ts'
import { found } from './testing/organizations.ts'
import { startTestApp, testOrigin } from './testing/start-test-app.ts'
import { testPassword } from './testing/test-password.ts'

const t = await startTestApp({ ERROR_CODES_OF: '1.7', TRUSTED_ORIGINS: 'https://app.example.com' })
const baseURL = (await t.app.listen({ port: 0 })) + t.ctx.config.AUTH_BASE_PATH

describe('the client of better-auth 1.7.25', () => {
  const open = async () => {
    const client = await createNpmClient('1.7.25', baseURL)
    const call = async (method: string, input?: unknown) => {
      const { data, error } = await client.call(method, input)
      expect(error, method).toBeNull()
      return Object(data)
    }
    const refused = async (method: string, input?: unknown) => (await client.call(method, input)).error
    return { call, refused }
  }
  const account = { email: 'ann@x.test', name: 'Ann', username: 'Ann_1', password: testPassword }
  const names = { username: 'ann_1', displayUsername: 'Ann_1' }

  test('finds the fields that its own server sends', async () => {
    const { call } = await open()
    expect(await call('signUp.email', account)).toMatchObject({ user: names })
    expect(await call('signIn.email', account)).toMatchObject({ redirect: false, user: names })
    expect(await call('signIn.username', account)).toMatchObject({ redirect: false, user: names })
    expect(await call('getSession')).toMatchObject({ session: { activeTeamId: null } })
    expect(await call('listSessions')).toMatchObject([{ activeTeamId: null }, {}, {}])
    expect(await call('listAccounts')).toMatchObject([{ userId: expect.any(String) }])
    expect(await call('requestPasswordReset', { email: account.email })).toEqual(
      await call('requestPasswordReset', { email: 'nobody@x.test' }),
    )
    const { id } = await call('organization.create', { name: 'Acme', slug: 'acme' })
    const team = await call('organization.createTeam', { name: 'Red' })
    expect(team).toMatchObject({ memberCount: 0 })
    const { userId } = (await call('getSession')).session
    const inTeam = { id: expect.any(String), teamId: team.id, userId, createdAt: expect.any(Date) }
    expect(await call('organization.addTeamMember', { teamId: team.id, userId })).toMatchObject(inTeam)
    expect(await call('organization.setActiveTeam', { teamId: team.id })).toMatchObject({ name: 'Red' })
    expect(await call('organization.listTeamMembers')).toEqual([inTeam])
    expect(await call('organization.listUserTeams')).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Acme' }), expect.objectContaining({ name: 'Red' })]),
    )
    expect(await call('organization.removeTeamMember', { teamId: team.id, userId })).toMatchObject({
      message: 'Team member removed successfully.',
    })
    const invitation = await call('organization.inviteMember', { email: 'bob@x.test', role: 'member' })
    expect(invitation.createdAt).toEqual(expect.any(Date))
    expect(await call('organization.getActiveMemberRole')).toEqual({ role: 'owner' })
    const query = { filterField: 'role', filterOperator: 'in', filterValue: ['owner', 'admin'] }
    expect(await call('organization.listMembers', { query })).toMatchObject({ total: 1 })
    expect(await call('organization.getFullOrganization')).toMatchObject({
      teams: expect.arrayContaining([
        expect.objectContaining({ name: 'Acme', memberCount: 1 }),
        expect.objectContaining({ name: 'Red', memberCount: 0 }),
      ]),
      invitations: [{ createdAt: invitation.createdAt }],
    })
    const organization = await call('organization.getOrganization')
    expect(organization).toEqual({
      id,
      name: 'Acme',
      slug: 'acme',
      logo: null,
      metadata: null,
      createdAt: expect.any(Date),
    })
    expect(await call('organization.getOrganization', { query: { organizationSlug: 'acme' } })).toEqual(organization)
  })

  test('verifies a password, and learns that no field of a session can change', async () => {
    const { call, refused } = await open()
    await call('signUp.email', { ...account, email: 'verify@x.test', username: 'verify' })
    expect(await call('verifyPassword', { password: testPassword })).toEqual({ status: true })
    expect(await refused('verifyPassword', { password: 'wrong password' })).toMatchObject({
      status: 400,
      code: 'INVALID_PASSWORD',
    })
    for (const fields of [{ theme: 'dark' }, { activeOrganizationId: 'x', token: 'y' }])
      expect(await refused('updateSession', fields)).toMatchObject({ status: 400, message: 'No fields to update' })
  })

  test('finds its codes if ERROR_CODES_OF selects them', async () => {
    const { call, refused } = await open()
    await call('signUp.email', { ...account, email: 'codes@x.test', username: 'codes' })
    const signUp = (fields: object) => refused('signUp.email', { ...account, email: 'new@x.test', ...fields })
    expect(await signUp({ email: 'codes@x.test', username: 'free_1' })).toMatchObject({
      status: 422,
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    })
    expect(await signUp({ username: 'codes' })).toMatchObject({ status: 400, code: 'USERNAME_IS_ALREADY_TAKEN' })
    expect(await signUp({ username: 'a' })).toMatchObject({ status: 400, code: 'USERNAME_TOO_SHORT' })
    expect(await signUp({ username: 'a b c' })).toMatchObject({ status: 400, code: 'INVALID_USERNAME' })
    expect(await refused('signIn.username', { username: 'a', password: testPassword })).toMatchObject({
      status: 422,
      code: 'USERNAME_TOO_SHORT',
    })
    const [{ id: accountId }] = await call('listAccounts')
    expect(await refused('unlinkAccount', { accountId })).toMatchObject({ code: 'FAILED_TO_UNLINK_LAST_ACCOUNT' })
    expect(await refused('signIn.email', { ...account, password: 'wrong password' })).toMatchObject({
      code: 'INVALID_EMAIL_OR_PASSWORD',
    })
  })
})

/** As better-auth's own servers of 1.2.12, 1.3.34, 1.4.22, 1.5.6, 1.6.34 and 1.7.25 respond. */
describe.each([
  ['1.2', 'ORGANIZATION_ALREADY_EXISTS', 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER', 'STALE', 'ACCOUNT_NOT_LINKED'],
  ['1.3', 'ORGANIZATION_ALREADY_EXISTS', 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER', 'STALE', 'ACCOUNT_NOT_LINKED'],
  [
    '1.4',
    'ORGANIZATION_SLUG_ALREADY_TAKEN',
    'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
    'STALE',
    'ACCOUNT_NOT_LINKED',
  ],
  ['1.5', 'ORGANIZATION_SLUG_ALREADY_TAKEN', 'USERNAME_IS_ALREADY_TAKEN', 'SESSION_EXPIRED', 'OAUTH_LINK_ERROR'],
  ['1.6', 'ORGANIZATION_SLUG_ALREADY_TAKEN', 'USERNAME_IS_ALREADY_TAKEN', 'SESSION_EXPIRED', 'OAUTH_LINK_ERROR'],
  ['1.7', 'ORGANIZATION_SLUG_ALREADY_TAKEN', 'USERNAME_IS_ALREADY_TAKEN', 'SESSION_EXPIRED', 'OAUTH_LINK_ERROR'],
])('with ERROR_CODES_OF=%s', (line, slugTaken, usernameTaken, stale, notLinked) => {
  const codeOf = (key: ErrorKey, call: string) =>
    forClient(
      { ERROR_CODES_OF: clientLines.find((one) => one === line) ?? '1.2', AUTH_URL: testOrigin },
      new ApiError(key, { providerId: 'x' }),
      { headers: {}, routeOptions: { url: `/api/auth${call}` } },
    ).code

  test('each call gets its code', () => {
    expect(codeOf('ORGANIZATION_ALREADY_EXISTS', '/organization/update')).toBe(slugTaken)
    expect(codeOf('ORGANIZATION_ALREADY_EXISTS', '/organization/create')).toBe('ORGANIZATION_ALREADY_EXISTS')
    expect(codeOf('USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER', '/sign-up/email')).toBe(usernameTaken)
    const old = 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION'
    expect(codeOf(old, '/delete-user')).toBe(stale === 'STALE' ? old : stale)
    expect(codeOf('ACCOUNT_NOT_LINKED', '/sign-in/social')).toBe(notLinked)
    expect(codeOf('ACCOUNT_NOT_LINKED', '/link-social')).toBe('ACCOUNT_NOT_LINKED')
    const isNew = line >= '1.5'
    expect(codeOf('PROVIDER_IS_NOT_CONFIGURED', '/refresh-token')).toBe(
      isNew ? 'PROVIDER_NOT_CONFIGURED' : 'PROVIDER_X_NOT_FOUND',
    )
  })
})

test('tells a client of 1.7 that a new slug is taken', async () => {
  const [one, two] = [await found(t), await found(t)]
  const body = { data: { slug: two.slug }, organizationId: one.id }
  const headers = { origin: 'https://app.example.com' }
  expect((await one.owner.post('/organization/update', body, { headers })).at('code')).toBe(
    'ORGANIZATION_SLUG_ALREADY_TAKEN',
  )
})

test("keeps the codes of 1.2 for the product's pages and gateway", async () => {
  const { slug } = await found(t)
  const ann = await t.signUp()
  const posted = async (headers: Record<string, string>) =>
    (await ann.post('/organization/check-slug', { slug }, { headers })).at('code')
  const read = async (headers: Record<string, string>) =>
    (await ann.get('/organization/list-user-invitations', { headers })).at('code')
  expect(await posted({ origin: 'https://app.example.com' })).toBe('ORGANIZATION_SLUG_ALREADY_TAKEN')
  expect(await posted({ origin: testOrigin })).toBe('SLUG_IS_TAKEN')
  expect(await read({})).toBe('EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION')
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'x-error-details': 'true' }])
    expect(await read(headers)).toBe('EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS')
})

test('hides an organization from strangers in get-organization', async () => {
  const [{ id: organizationId, slug: organizationSlug }, stranger] = [await found(t), await t.signUp()]
  const read = async (query: Record<string, string>) =>
    (await stranger.get('/organization/get-organization', { query })).outcome
  const hidden = [403, { code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION' }]
  expect(await read({})).toEqual([200, null])
  for (const query of [{ organizationId }, { organizationSlug }, { organizationSlug: 'unknown' }])
    expect(await read(query)).toMatchObject(hidden)
  expect((await t.get('/organization/get-organization')).status).toBe(401)
})

test('dates an invitation that an instance of 2.0.0 inserts', async () => {
  const { id: organizationId, owner } = await found(t)
  await t.ctx.db.write`
    insert into "invitation" ("id", "organizationId", "email", "role", "status", "expiresAt", "inviterId")
    values ('old', ${organizationId}, 'old@x.test', 'member', 'pending', now() + interval '1 day', ${owner.id})`
  expect((await owner.get('/organization/list-invitations')).body).toMatchObject([{ createdAt: expect.any(String) }])
})
