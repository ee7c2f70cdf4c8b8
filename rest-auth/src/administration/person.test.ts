import { expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp()
const admin = await t.signUp()
await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${admin.id}`

test('returns a user with ways to sign in and organizations', async () => {
  const { owner, id, slug } = await found(t)
  await t.ctx.db.write`
    insert into "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
    values ('of person', 'google', 'x', ${owner.id}, ${t.clock.now()}, ${t.clock.now()})`
  await t.ctx.db.write`insert into "operator" ("userId", "createdAt") values (${owner.id}, ${t.clock.now()})`
  const { body } = await admin.get('/admin/user', { query: { id: owner.id } })
  const now = t.clock.now().toISOString()
  expect(body).toEqual({
    user: (await admin.get('/admin/get-user', { query: { id: owner.id } })).body,
    proved: true,
    announcedEmailChange: null,
    hasSecondFactor: false,
    announcedFactorReset: null,
    isOperator: true,
    accounts: expect.arrayContaining([
      { provider: 'credential', createdAt: now },
      { provider: 'google', createdAt: now },
    ]),
    organizations: [{ id, name: slug, slug, logo: null, role: 'owner', joinedAt: now }],
    soleOwnerships: [{ id, name: slug }],
  })
})

test('shows an administrator names, organizations, addresses and devices of all who acted', async () => {
  const { owner, id, slug, join } = await found(t)
  const bob = await join('member')
  t.clock.advance(1)
  const from = { remoteAddress: '203.0.113.9' }
  await owner.post('/organization/update-member-role', { memberId: bob.memberId, role: 'admin' }, from)
  t.clock.advance(1)
  await owner.post('/organization/remove-member', { memberIdOrEmail: bob.email }, from)
  const read = async (more: object = {}) =>
    Object((await admin.get('/admin/user-activity', { query: { userId: bob.id, ...more } })).body)
  const { entries } = await read({ limit: '2' })
  const shown = { actor: { id: owner.id, name: 'Ann' }, organization: { id, name: slug }, ipAddress: '203.0.113.9' }
  expect(entries).toMatchObject([
    { event: 'member.removed', ...shown },
    { event: 'member.role-changed', ...shown },
  ])
  const { cursor } = await read({ limit: '1' })
  expect((await read({ limit: '1', cursor })).entries).toEqual(entries.slice(1))
})
