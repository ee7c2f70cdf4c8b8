import { expect, test } from 'vitest'
import { atEnd } from 'service/testing/at-end.ts'
import { buildApp } from '../app.ts'
import { createBrowser, refusal } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, testOrigin, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const setRole = ({ id }: SignedIn, role: string) =>
  t.ctx.db.write`update "user" set "role" = ${role} where "id" = ${id}`

async function administrator(): Promise<SignedIn> {
  const admin = await t.signUp({ name: 'Root' })
  await setRole(admin, 'admin')
  return admin
}

const admin = await administrator()
const last = refusal(400, 'YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR', 'You cannot remove the last administrator')

test('keeps the last administrator, also if all resign at once', async () => {
  const resign = (one: SignedIn) => one.post('/admin/set-role', { userId: one.id, role: 'user' })
  expect((await resign(admin)).outcome).toEqual(last)
  expect((await admin.post('/delete-user', { password: testPassword })).outcome).toEqual(last)
  const [bob, cy, dan] = [await administrator(), await administrator(), await administrator()]
  const statuses = (await Promise.all([admin, bob, cy, dan].map(resign))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 200, 200, 400])
  await t.ctx.db.write`update "user" set "role" = 'user', "banned" = "id" = ${bob.id}`
  for (const one of [admin, bob]) await setRole(one, 'admin')
  expect((await resign(admin)).outcome).toEqual(last) // the other one is banned
  expect((await cy.post('/delete-user', { password: testPassword })).status).toBe(200)
})

test('makes nobody an administrator whose email is not proved, in production', async () => {
  const app = await buildApp({ ...t.ctx, config: { ...t.ctx.config, production: true } })
  atEnd(() => app.close())
  const browser = createBrowser(app, '/api/auth', testOrigin)
  for (const [name, value] of admin.jar) browser.jar.set(name, value)
  const promote = async (emailVerified: boolean) => {
    const { id: userId } = await t.signUp({ emailVerified })
    const { status, body } = await browser.post('/admin/set-role', { userId, role: 'admin' })
    return [status, Object(body).code]
  }
  expect([await promote(false), await promote(true)]).toEqual([
    [403, 'EMAIL_NOT_VERIFIED'],
    [200, undefined],
  ])
})

test('ends all sessions with a new password, and tells the user by email', async () => {
  const bob = await t.signUp()
  await bob.post('/forget-password', { email: bob.email })
  await t.emails()
  const newPassword = 'quite another battery'
  expect((await admin.post('/admin/set-user-password', { userId: bob.id, newPassword })).body).toEqual({ status: true })
  expect((await bob.get('/get-session')).body).toBeNull()
  expect((await t.emails(bob.email)).at(-1)?.template).toBe('passwordChanged')
  const signIn = (password: string) => t.post('/sign-in/email', { email: bob.email, password })
  expect([(await signIn(testPassword)).status, (await signIn(newPassword)).status]).toEqual([401, 200])
  const common = await admin.post('/admin/set-user-password', { userId: bob.id, newPassword: 'password1' })
  expect(common.at('code')).toBe('PASSWORD_TOO_COMMON')
})

test('erases no only owner of an organization', async () => {
  const { owner, join } = await found(t)
  const second = await join('member', { emailVerified: true })
  const remove = () => admin.post('/admin/remove-user', { userId: owner.id })
  expect((await remove()).at('code')).toBe('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  await owner.post('/organization/update-member-role', { memberId: second.memberId, role: 'owner' })
  expect((await remove()).status).toBe(200)
  expect((await owner.get('/get-session')).body).toBeNull()
  const told = (await t.emails(second.email)).filter(({ template }) => template === 'ownerLost')
  expect(told.map(({ data }) => data['by'])).toEqual(['Root'])
})

test('keeps what create-user may not set', async () => {
  const create = (more: object) => admin.post('/admin/create-user', { email: 'made@x.test', name: 'Made', ...more })
  for (const data of [
    { email: 'other@x.test' },
    { emailVerified: true },
    { banned: true },
    { id: 'x' },
    { proved: true },
  ])
    expect((await create({ data })).at('code')).toBe('VALIDATION_ERROR')
  const { body } = await create({ data: { username: 'Made_1', language: 'de' } })
  expect(body).toMatchObject({ user: { username: 'made_1', displayUsername: 'Made_1', language: 'de', role: 'user' } })
  expect((await t.post('/sign-in/email', { email: 'made@x.test', password: testPassword })).status).toBe(401)
  expect(await t.emails('made@x.test')).toEqual([])
  expect((await create({ email: 'more@x.test', data: { username: 'made_1' } })).at('code')).toBe(
    'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
  )
})

test('pages through users in each order, both ways', async () => {
  const names = ['Zoë', 'adam', 'Adam', 'BERTA']
  for (const [index, name] of names.entries()) {
    t.clock.advance(1)
    await t.signUp({ name, email: `page-${index}@x.test`, ...(index > 1 && { username: `page_${index}` }) })
  }
  const search = { searchValue: 'page-', searchOperator: 'starts_with', limit: '1' }
  const read = async (query: Record<string, string>) => {
    const emails: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = await admin.get('/admin/list-users', { query: { ...search, ...query, ...(cursor && { cursor }) } })
      expect(page.body).toMatchObject({ total: 4, limit: 1 })
      emails.push(page.at('users', 0, 'email').slice(5, 6))
      cursor = page.headers['next-cursor']?.toString()
    }
    return emails
  }
  for (const [sortBy, order] of [
    ['createdAt', '0123'],
    ['email', '0123'],
    ['name', '1230'],
    ['username', '0123'],
  ] as const) {
    const isTied = sortBy === 'name' || sortBy === 'username'
    const forward = await read({ sortBy })
    if (!isTied) expect(forward.join('')).toBe(order)
    expect((await read({ sortBy, sortDirection: 'desc' })).toReversed()).toEqual(forward)
  }
  expect((await read({ sortBy: 'name' })).slice(-2)).toEqual(['3', '0'])
  const offset = await admin.get('/admin/list-users', { query: { ...search, offset: '3', sortBy: 'email' } })
  expect(offset.at('users', 0, 'email')).toBe('page-3@x.test')
})

test('searches for a part of a name or email, and stops at a thousand', async () => {
  await t.ctx.db.write`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    select 'many ' || n, 'Crowd ' || n || '_%', 'crowd' || n || '@many.test', true, now(), now() from generate_series(1, 1001) n`
  const search = async (query: Record<string, string>) => {
    const { total, searchStopped, users } = Object((await admin.get('/admin/list-users', { query })).body)
    return [total, searchStopped, users[0]?.email]
  }
  expect(await search({ searchValue: '@MANY.t', limit: '1' })).toEqual([1000, true, expect.any(String)])
  expect(await search({ searchValue: 'crowd', searchOperator: 'starts_with' })).toEqual([
    1001,
    undefined,
    expect.any(String),
  ])
  expect(await search({ searchValue: 'WD777@' })).toEqual([1, undefined, 'crowd777@many.test'])
  expect(await search({ searchValue: 'd 77_%', searchField: 'name' })).toEqual([1, undefined, 'crowd77@many.test'])
  expect(await search({ searchValue: '01@many.test', searchOperator: 'ends_with' })).toEqual([
    10,
    undefined,
    expect.any(String),
  ])
  expect(await search({ searchValue: '%', searchField: 'name' })).toEqual([1000, true, expect.any(String)])
  const narrowed = { searchValue: '@many.test', filterField: 'email', filterValue: 'crowd5@many.test' }
  expect(await search(narrowed)).toEqual([1, undefined, 'crowd5@many.test'])
  expect((await search({ searchValue: 'crowd', filterField: 'banned', filterValue: 'true' }))[0]).toBe(0)
})

test.each([
  { limit: '0' },
  { limit: '101' },
  { offset: '10001' },
  { sortBy: 'banReason' },
  { filterField: 'password', filterValue: 'x' },
  { filterField: 'role', filterValue: 'king' },
  { filterField: 'banned', filterValue: 'maybe' },
  { filterField: 'createdAt', filterValue: '2026-01-01T00:00:00.000Z' },
  { filterField: 'email', filterOperator: 'gt', filterValue: 'x' },
  { cursor: 'x' },
  { cursor: Buffer.from('["x"]').toString('base64') },
])('refuses to list users with %j', async (query) => {
  expect((await admin.get('/admin/list-users', { query })).at('code')).toBe('VALIDATION_ERROR')
})
