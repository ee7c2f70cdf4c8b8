import { expect, test } from 'vitest'
import { addOperator } from '../../operator/operator.ts'
import { found } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { findUserById } from '../../user/user.sql.ts'

const t = await startTestApp({
  RATE_LIMIT_ENABLED: 'true',
  AUTH_RATE_LIMITS:
    'sign-up=1000/10, sign-in=1000/10, organization/accept-invitation=1000/10, organization/audit-log=30/60',
})

interface Entry {
  readonly position: number
  readonly event: string
  readonly [field: string]: unknown
}
interface Page {
  readonly entries: readonly Entry[]
  readonly next: string | null
}

const call = (browser: SignedIn, organizationId: string, query: Record<string, string> = {}) =>
  browser.get('/organization/audit-log', { query: { organizationId, ...query } })

async function read(browser: SignedIn, organizationId: string, query: Record<string, string> = {}): Promise<Page> {
  const response = await call(browser, organizationId, query)
  expect(response.status).toBe(200)
  return Object(response.body)
}

const positions = ({ entries }: Page) => entries.map(({ position }) => position)
const events = ({ entries }: Page) => entries.map(({ event }) => event)

/** Positions 1 to 7: created, sent, joined, accepted, role-changed, changed, team-created … */
async function fill() {
  const organization = await found(t, await t.signUp({ name: 'Olga', emailVerified: true }))
  const { owner, id: organizationId, join } = organization
  const anna = await join('member', { name: 'Anna' })
  const role = await owner.post('/organization/update-member-role', {
    organizationId,
    memberId: anna.memberId,
    role: 'admin',
  })
  expect(role.status).toBe(200)
  return { ...organization, anna }
}

test('returns entries with names of today, newest first, without IP address and device', async () => {
  const { owner, id, anna } = await fill()
  await anna.post('/update-user', { name: 'Annie' })
  const page = await read(owner, id)
  expect(page).toMatchObject({ next: null, keptDays: 365 })
  expect(events(page)).toEqual([
    'member.role-changed',
    'invitation.accepted',
    'member.joined',
    'invitation.sent',
    'organization.created',
  ])
  expect(page.entries[0]).toEqual({
    id: expect.any(String),
    position: 5,
    at: t.clock.now().toISOString(),
    event: 'member.role-changed',
    actor: { kind: 'person', id: owner.id, actedFor: null, name: 'Olga', image: null },
    target: { kind: 'person', id: anna.id, name: 'Annie' },
    email: null,
    details: { roles: 'admin', previousRoles: 'member' },
    requestId: expect.any(String),
  })
  expect(page.entries[3]).toMatchObject({
    email: anna.email,
    target: { kind: 'invitation', id: expect.stringMatching(/^[\da-f]{32}$/), name: null },
    details: { roles: 'member' },
  })
})

test('pages backward and forward, also past entries that follow later', async () => {
  const { owner, id } = await fill()
  const first = await read(owner, id, { limit: '2' })
  expect([positions(first), first.next]).toEqual([[5, 4], '4'])
  const second = await read(owner, id, { limit: '3', before: String(first.next) })
  expect([positions(second), second.next]).toEqual([[3, 2, 1], null])
  const forward = await read(owner, id, { limit: '4', after: '0' })
  expect([positions(forward), forward.next]).toEqual([[1, 2, 3, 4], '4'])
  expect(await read(owner, id, { after: '5' })).toMatchObject({ entries: [], next: null })
  await owner.post('/organization/update', { organizationId: id, data: { name: 'New' } })
  expect(positions(await read(owner, id, { after: '5' }))).toEqual([6])
})

test('filters by event, actor and time, alone and together', async () => {
  const { owner, id, anna } = await fill()
  t.clock.advance(60)
  const from = t.clock.now().toISOString()
  await anna.post('/organization/update', { organizationId: id, data: { name: 'Later' } })
  const pick = async (query: Record<string, string>) => positions(await read(owner, id, query))
  expect(await pick({ event: 'member.joined,invitation.sent' })).toEqual([3, 2])
  expect(await pick({ event: 'member.joined,invitation.sent', limit: '1', before: '3' })).toEqual([2])
  expect(await pick({ actorId: anna.id })).toEqual([6, 4, 3])
  expect(await pick({ actorId: anna.id, event: 'organization.changed,member.removed' })).toEqual([6])
  expect(await pick({ from })).toEqual([6])
  expect(await pick({ to: from })).toEqual([5, 4, 3, 2, 1])
  expect(await pick({ to: from, actorId: anna.id, after: '3' })).toEqual([4])
  expect(await pick({ from, event: 'member.joined' })).toEqual([])
  expect(await pick({ from: '2100-01-01T00:00:00Z' })).toEqual([])
  const wrong = { event: 'member.vanished', after: '-1', from: 'yesterday', limit: '101' }
  for (const [field, value] of Object.entries(wrong))
    expect((await call(owner, id, { [field]: value })).status).toBe(400)
})

test('is refused to everyone except owners and admins', async () => {
  const { owner, id, anna, join } = await fill()
  const [member, left] = [await join('member'), await join('admin')]
  await left.post('/organization/leave', { organizationId: id })
  const operator = await t.signUp({ emailVerified: true })
  const user = await findUserById(t.ctx, operator.id)
  if (user) await addOperator(t.ctx, user)
  const elsewhere = (await found(t)).owner
  const statuses = await Promise.all(
    [owner, anna, member, left, elsewhere, operator].map(async (browser) => {
      const response = await call(browser, id)
      return response.status === 200 ? 200 : [response.status, response.at('code')]
    }),
  )
  const outside = [403, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION']
  expect(statuses).toEqual([200, 200, [403, 'YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG'], outside, outside, outside])
  expect((await t.get('/organization/audit-log', { query: { organizationId: id } })).status).toBe(401)
  expect((await call(owner, 'unknown')).outcome).toMatchObject([403, { code: outside[1] }])
})

test('has a rate limit of its own', async () => {
  const { owner, id } = await fill()
  for (let times = 0; times < 30; times++) await read(owner, id)
  expect((await call(owner, id)).status).toBe(429)
  expect((await owner.get('/organization/list')).status).toBe(200)
})
