import { expect, test } from 'vitest'
import { found, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { statementsWait } from '../../testing/statements.ts'
import { addMember } from '../member/member.ts'

const t = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '1000' })
const { ctx, clock, signUp, emails } = t
const week = { required: true, graceDays: 7 }
const path = '/organization/require-second-factor'

const show = ({ token }: SignedIn) =>
  ctx.db.write`update "session" set "secondFactorAt" = ${clock.now()}, "secondFactor" = 'totp' where "token" = ${token}`
const enroll = ({ id }: SignedIn) => ctx.db.write`update "user" set "twoFactorEnabled" = true where "id" = ${id}`
const demandOf = async ({ id }: TestOrganization) =>
  (
    await ctx.db.read<
      { time: Date | null }[]
    >`select "secondFactorRequiredAt" as "time" from "organization" where "id" = ${id}`
  )[0]?.time
const events = async ({ id }: TestOrganization) =>
  (
    await ctx.db.read<{ event: string; details: object }[]>`
    select "event", "details" from "journal" where "organizationId" = ${id} order by "position"`
  )
    .filter(({ event }) => event.includes('second-factor'))
    .map(({ event, details }) => [event, details])
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)

test('is an owner’s, after a recent sign-in, and recorded', async () => {
  const organization = await found(t)
  const { owner } = organization
  for (const role of ['admin', 'member']) {
    const refused = await (await organization.join(role)).post(path, week)
    expect(refused.outcome).toEqual([
      403,
      expect.objectContaining({ code: 'YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR' }),
    ])
  }
  expect((await (await signUp()).post(path, { ...week, organizationId: organization.id })).status).toBe(400)
  expect((await owner.post(path, { required: true, graceDays: 91 })).at('code')).toBe('VALIDATION_ERROR')
  const time = inDays(7)
  expect((await owner.post(path, week)).body).toEqual({
    organizationId: organization.id,
    secondFactorRequiredAt: time.toISOString(),
  })
  expect(await demandOf(organization)).toEqual(time)
  expect((await owner.post(path, { required: false })).body).toMatchObject({ secondFactorRequiredAt: null })
  await owner.post(path, { required: false })
  expect(await events(organization)).toEqual([
    ['organization.second-factor-required', { from: time.toISOString() }],
    ['organization.second-factor-not-required', {}],
  ])
  clock.advance(86_400 + 1)
  expect((await owner.post(path, week)).at('code')).toBe('SESSION_IS_NOT_FRESH')
  expect(await demandOf(organization)).toBeNull()
})

test('starts at once only for owners who have shown one themselves', async () => {
  const organization = await found(t)
  const { owner } = organization
  expect((await owner.post(path, { required: true })).at('code')).toBe('SECOND_FACTOR_REQUIRED')
  expect(await demandOf(organization)).toBeNull()
  await show(owner)
  expect((await owner.post(path, { required: true })).status).toBe(200)
  expect((await owner.get('/organization/get-full-organization')).status).toBe(200)
})

test('cannot be ended by a session that it keeps out', async () => {
  const organization = await found(t)
  const { owner } = organization
  await owner.post(path, { required: true, graceDays: 1 })
  await ctx.db.write`update "organization" set "secondFactorRequiredAt" = ${inDays(-1)} where "id" = ${organization.id}`
  expect((await owner.post(path, { required: false })).at('code')).toBe('SECOND_FACTOR_REQUIRED')
})

test('emails members who have none once, also the hundred-and-first, and again only if it starts earlier', async () => {
  const organization = await found(t)
  const { owner } = organization
  await enroll(owner)
  await show(owner)
  const withPasskey = await organization.join('member')
  await ctx.db.write`
    insert into "passkey" ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
    values ('p', 'Key', 'x', ${withPasskey.id}, 'c', 0, 'singleDevice', false, ${clock.now()})`
  await ctx.db.write`
    insert into "user" ("id", "name", "email", "emailVerified", "proved", "createdAt", "updatedAt")
    select 'many' || n, 'N', 'many' || n || '@example.com', true, true, ${clock.now()}, ${clock.now()} from generate_series(1, 120) n`
  for (let n = 1; n <= 120; n++)
    await addMember(ctx, { organizationId: organization.id, userId: `many${n}`, role: 'member' })
  const told = async () =>
    (await emails()).filter(({ template, to }) => template === 'secondFactorRequired' && to.startsWith('many'))
  await owner.post(path, week)
  const first = await told()
  expect(new Set(first.map(({ to }) => to)).size).toBe(120)
  expect(first).toHaveLength(120)
  expect(first[0]).toMatchObject({ data: { organizationName: organization.slug, time: inDays(7).toISOString() } })
  await owner.post(path, { required: true, graceDays: 30 })
  expect(await told()).toHaveLength(120)
  await owner.post(path, { required: true, graceDays: 1 })
  expect(await told()).toHaveLength(240)
  await owner.post(path, { required: false })
  await owner.post(path, week)
  await owner.post(path, { required: false })
  expect(await told()).toHaveLength(240)
})

test('two owners at once leave one of the two settings, and an entry of each', async () => {
  const organization = await found(t)
  const other = await organization.join('owner')
  const made = await Promise.all([
    organization.owner.post(path, week),
    other.post(path, { required: true, graceDays: 30 }),
  ])
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  const [, last] = await events(organization)
  expect(last?.[1]).toEqual({ from: (await demandOf(organization))?.toISOString() })
})

test('changes that wait for the switch are refused', async () => {
  const organization = await found(t)
  const { owner } = organization
  await show(owner)
  const admin = await organization.join('admin')
  const release = Promise.withResolvers<void>()
  const switching = ctx.database.begin(async (tx) => {
    await tx.write`update "organization" set "secondFactorRequiredAt" = ${clock.now()} where "id" = ${organization.id}`
    await release.promise
  })
  const acts = [
    admin.post('/organization/create-team', { name: 'x' }),
    admin.post('/organization/update-team', { teamId: organization.teamId, data: { name: 'x' } }),
    admin.post('/organization/update', { data: { name: 'x' } }),
  ]
  await statementsWait(t, acts.length)
  const read = admin.get('/organization/get-full-organization')
  expect((await read).status).toBe(200)
  release.resolve()
  await switching
  expect((await Promise.all(acts)).map((act) => act.at('code'))).toEqual(acts.map(() => 'SECOND_FACTOR_REQUIRED'))
})

test('shows owners and admins who has one, and nobody else', async () => {
  const organization = await found(t)
  const { id, owner } = organization
  await enroll(owner)
  const admin = await organization.join('admin')
  const member = await organization.join('member')
  await owner.post('/organization/create-role', { role: 'manager', permission: { member: ['update', 'delete'] } })
  const manager = await organization.join('manager')
  const ids = [organization.memberId, admin.memberId, member.memberId, manager.memberId]
  const batch = (who: SignedIn, query: Record<string, string>) => who.get('/organization/batch', { query })
  const paged = { organizationIds: id, members: '{"hasSecondFactor":false,"total":true}' }
  for (const who of [owner, admin]) {
    const list = await who.get('/organization/list-members', { query: { secondFactors: 'true' } })
    expect(list.body).toMatchObject({
      members: expect.arrayContaining(
        ids.map((each, index) => expect.objectContaining({ id: each, hasSecondFactor: index === 0 })),
      ),
    })
    const query = { filterField: 'hasSecondFactor', filterValue: 'true' }
    expect((await who.get('/organization/list-members', { query })).body).toMatchObject({
      total: 1,
      members: [{ userId: owner.id }],
    })
    const factors = [true, false, false, false].map((hasSecondFactor, index) => ({ id: ids[index], hasSecondFactor }))
    expect((await batch(who, { memberIdsForFactors: ids.join() })).body).toMatchObject({
      memberFactors: expect.arrayContaining(factors),
    })
    expect((await batch(who, paged)).body).toMatchObject({ organizations: [{ members: { total: 3 } }] })
  }
  for (const who of [member, manager]) {
    const list = await who.get('/organization/list-members', { query: { secondFactors: 'true' } })
    expect(list.body).toMatchObject({ members: ids.map(() => ({ hasSecondFactor: null })) })
    for (const filterValue of ['true', 'false']) {
      const query = { filterField: 'hasSecondFactor', filterValue }
      expect((await who.get('/organization/list-members', { query })).body).toEqual({ members: [], total: 0 })
    }
    expect((await batch(who, { memberIdsForFactors: ids.join() })).text).not.toMatch(/true|false/)
    expect((await batch(who, paged)).body).toMatchObject({ organizations: [{ members: { total: 0, items: [] } }] })
  }
  const plain = await owner.get('/organization/list-members')
  expect(plain.text).not.toContain('hasSecondFactor')
})
