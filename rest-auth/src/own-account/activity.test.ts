import { expect, test, vi } from 'vitest'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { statementsWait } from '../testing/statements.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp({ RATE_LIMIT_ENABLED: 'false' }, 20)
const from = {
  remoteAddress: '203.0.113.9',
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
}

interface Entry {
  readonly event: string
  readonly [field: string]: unknown
}

async function read(browser: SignedIn, query: Record<string, string> = {}) {
  const response = await browser.get('/activity', { query })
  expect(response.status).toBe(200)
  const page: { entries: readonly Entry[]; cursor: string | null } = Object(response.body)
  return { ...page, events: page.entries.map(({ event }) => event) }
}

test('returns what happened to the account, newest first, by kind and in pages', async () => {
  const ann = await t.signUp()
  t.clock.advance(60)
  await ann.post('/sign-in/email', { email: ann.email, password: testPassword }, from)
  t.clock.advance(1)
  await ann.post('/change-password', { currentPassword: testPassword, newPassword: 'quite another battery' }, from)
  const all = ['password.changed', 'session.created', 'session.created', 'account.created']
  const { entries, events, cursor } = await read(ann)
  expect([events, cursor]).toEqual([all, null])
  expect(entries[0]).toEqual({
    id: expect.any(String),
    at: t.clock.now().toISOString(),
    event: 'password.changed',
    details: {},
    isOwn: true,
    actor: { kind: 'person', id: ann.id, actedFor: null, name: 'Ann' },
    organization: null,
    ipAddress: '203.0.113.9',
    device: 'Firefox, Linux',
  })
  expect((await read(ann, { kind: 'sign-in' })).events).toEqual(['session.created', 'session.created'])
  expect((await read(ann, { kind: 'change' })).events).toEqual(['password.changed', 'account.created'])
  const paged: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await read(ann, { limit: '1', ...(next && { cursor: next }) })
    paged.push(...page.events)
    next = page.cursor
  }
  expect(paged).toEqual(all)
  expect((await ann.get('/activity', { query: { cursor: 'x' } })).status).toBe(400)
  expect((await t.get('/activity')).status).toBe(401)
})

test('keeps 20 refused sign-ins a day, after the response and with the same work for an unknown address', async () => {
  const ann = await t.signUp({ username: 'refused_ann' })
  const wrong = (who: object) => t.post('/sign-in/email', { ...who, password: 'a wrong password' }, from)
  await t.ctx.database.begin(async (db) => {
    await db.write`lock table "journal" in share mode`
    for (const email of [ann.email, 'nobody@x.test']) expect((await wrong({ email })).status).toBe(401)
    await statementsWait(t, 2)
  })
  await Promise.all(Array.from({ length: 30 }, () => wrong({ email: ann.email })))
  const refusals = async () => (await read(ann, { limit: '50', kind: 'sign-in' })).entries.slice(0, -1)
  await vi.waitFor(async () => expect(await refusals()).toHaveLength(20))
  t.clock.advance(86_400)
  await t.post('/sign-in/username', { username: 'refused_ann', password: 'a wrong password' }, from)
  await vi.waitFor(async () => expect((await refusals()).length).toBeGreaterThan(20))
  expect(await refusals()).toHaveLength(21)
  expect((await refusals())[0]).toEqual({
    id: expect.any(String),
    at: t.clock.now().toISOString(),
    event: 'sign-in.refused',
    details: { reason: 'INVALID_USERNAME_OR_PASSWORD' },
    isOwn: false,
    actor: { kind: 'person', id: null, actedFor: null, name: null },
    organization: null,
    ipAddress: '203.0.113.9',
    device: 'Firefox, Linux',
  })
})

test('is erased with the account, which stays as an id', async () => {
  const { owner, id, join } = await found(t)
  const bob = await join('admin')
  await bob.post('/organization/update', { organizationId: id, data: { name: 'Renamed' } }, from)
  await bob.post('/delete-user', { password: testPassword }, from)
  const rows = await t.ctx.db.read<{ event: string }[]>`
    select "event", coalesce("email", "ipAddress", "device") as "personal" from "journal"
    where "actorId" = ${bob.id} or "userId" = ${bob.id} or "email" = ${bob.email} order by "event"`
  expect(rows.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['account.deleted', 'organization.changed', 'session.created']),
  )
  expect(rows).toEqual(rows.map(({ event }) => ({ event, personal: null })))
  const { body } = await owner.get('/organization/audit-log')
  expect(Object(body).entries).toMatchObject([
    { event: 'member.left', actor: { id: bob.id, name: null }, target: { id: bob.id, name: null } },
    { event: 'organization.changed', actor: { id: bob.id, name: null } },
    { event: 'invitation.accepted', email: null },
    { event: 'member.joined' },
    { event: 'invitation.sent', email: null },
    { event: 'organization.created' },
  ])
})

test('shows what others did to a member, without their address and device, to nobody else', async () => {
  const { owner, id, slug, join } = await found(t)
  const bob = await join('member')
  t.clock.advance(1)
  await owner.post('/organization/update-member-role', { memberId: bob.memberId, role: 'admin' }, from)
  const [changed] = (await read(bob)).entries
  expect(changed).toMatchObject({
    event: 'member.role-changed',
    isOwn: false,
    actor: { kind: 'person', id: owner.id, name: 'Ann' },
    organization: { id, name: slug, slug },
    ipAddress: null,
    device: null,
  })
  expect((await read(owner)).events).not.toContain('member.role-changed')
  t.clock.advance(1)
  await owner.post('/organization/remove-member', { memberIdOrEmail: bob.email })
  const [removed] = (await read(bob)).entries
  // A former member learns no later names.
  expect(removed).toMatchObject({ event: 'member.removed', organization: null, actor: { id: owner.id, name: null } })
})
