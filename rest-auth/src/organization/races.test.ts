import { describe, expect, test } from 'vitest'
import type { Result } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { statementsWait } from '../testing/statements.ts'
import { addMember } from './member/member.ts'

// Allows each concurrent request its own connection.
const atOnce = 32
const server = await startTestApp({}, atOnce)
const { ctx } = server

const signUpMany = (app: TestApp, count: number) => Promise.all(Array.from({ length: count }, () => app.signUp()))
const people = await signUpMany(server, atOnce)

/** Sends one request for each of `list` concurrently. Counts the outcomes by `200` or code. */
async function race<T>(
  list: readonly T[],
  send: (one: T, index: number) => Promise<Result>,
): Promise<Record<string, number>> {
  const responses = await Promise.all(list.map(send))
  const outcomes: Record<string, number> = {}
  for (const response of responses) {
    const outcome = response.status === 200 ? '200' : response.at('code')
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

const membersOf = ({ db }: TestApp['ctx'], organizationId: string) =>
  db.read<
    { id: string; role: string; userId: string }[]
  >`select * from "member" where "organizationId" = ${organizationId}`
const ownersOf = async (organizationId: string) =>
  (await membersOf(ctx, organizationId)).filter(({ role }) => role.includes('owner')).length

const foundWithOwners = async (others: readonly SignedIn[]) => {
  const organization = await found(server)
  const { id: organizationId, owner, memberId } = organization
  const added = await Promise.all(
    others.map(({ id: userId }) => addMember(ctx, { organizationId, userId, role: 'owner' })),
  )
  return { organizationId, owners: [owner, ...others], ids: [memberId, ...added.map(({ id }) => id)] }
}

describe('slugs', () => {
  test('are given to one of several concurrent new organizations', async () => {
    const outcomes = await race(people, (person) => person.post('/organization/create', { name: 'x', slug: 'wanted' }))
    expect(outcomes).toEqual({ 200: 1, ORGANIZATION_ALREADY_EXISTS: atOnce - 1 })
  })

  test('are taken over by one of several concurrent callers', async () => {
    await Promise.all(people.map((person) => found(server, person)))
    const data = { slug: 'renamed' }
    const outcomes = await race(people, (person) => person.post('/organization/update', { data }))
    expect(outcomes).toEqual({ 200: 1, ORGANIZATION_ALREADY_EXISTS: atOnce - 1 })
  })
})

describe('invitations', () => {
  test('are created once for concurrent calls, with one email', async () => {
    const { owner, id } = await found(server)
    const body = { email: 'everybody@wants.test', role: 'member', organizationId: id }
    const outcomes = await race(people, () => owner.post('/organization/invite-member', body))
    expect(outcomes).toEqual({ 200: 1, USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: atOnce - 1 })
    expect(await server.emails('everybody@wants.test')).toHaveLength(1)
  })

  test('are either accepted or rejected by several concurrent calls, whose repeats return the same', async () => {
    const { owner, id } = await found(server)
    const bob = await server.signUp()
    const invitation = await owner.post('/organization/invite-member', { email: bob.email, role: 'admin' })
    const body = { invitationId: invitation.at('id') }
    const outcomes = await race(people, (_, index) =>
      bob.post(`/organization/${index % 2 === 0 ? 'accept' : 'reject'}-invitation`, body),
    )
    expect(outcomes).toEqual({ 200: atOnce / 2, INVITATION_NOT_FOUND: atOnce / 2 })
    const [row] = await ctx.db.read`select "status" from "invitation" where "id" = ${body.invitationId}`
    expect(await membersOf(ctx, id)).toHaveLength(row?.['status'] === 'accepted' ? 2 : 1)
  })

  test('make one membership from two invitations of a person', async () => {
    const { owner, id } = await found(server)
    const bob = await server.signUp()
    const ids = people.map((_, index) => `${id}-${index}`)
    await ctx.db.write`drop index "invitation_one_pending"` // what an adopted database may hold
    await ctx.db.write`
      insert into "invitation" ("id", "organizationId", "email", "role", "status", "expiresAt", "inviterId")
      select i, ${id}, ${bob.email}, 'member', 'pending', now() + interval '1 day', ${owner.id} from unnest(${ids}::text[]) i`
    const outcomes = await race(ids, (invitationId) => bob.post('/organization/accept-invitation', { invitationId }))
    expect(outcomes).toEqual({ 200: atOnce })
    expect(await membersOf(ctx, id)).toHaveLength(2)
  })
})

describe('the last owner', () => {
  test('stays when all owners leave concurrently', async () => {
    const { organizationId, owners } = await foundWithOwners(people.slice(1))
    const outcomes = await race(owners, (owner) => owner.post('/organization/leave', { organizationId }))
    expect(outcomes).toEqual({ 200: atOnce - 1, YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 1 })
    expect(await ownersOf(organizationId)).toBe(1)
  })

  test.each([
    ['demote', (memberId: string) => ['/organization/update-member-role', { memberId, role: 'member' }] as const],
    ['remove', (memberIdOrEmail: string) => ['/organization/remove-member', { memberIdOrEmail }] as const],
  ])('stays when all owners %s each other concurrently', async (_, call) => {
    const { organizationId, owners, ids } = await foundWithOwners(people.slice(1))
    await race(owners, (owner, index) => {
      const [path, body] = call(ids[(index + 1) % ids.length] ?? '')
      return owner.post(path, { ...body, organizationId })
    })
    expect(await ownersOf(organizationId)).toBeGreaterThanOrEqual(1)
  })

  test('stays when two owners leave and demote concurrently, sixteen times', async () => {
    const pairs = await Promise.all(people.slice(0, atOnce / 2).map((person) => foundWithOwners([person])))
    const sides = pairs.flatMap(({ organizationId, owners, ids }) =>
      owners.map((owner, side) => ({ organizationId, owner, side, other: ids[1 - side] })),
    )
    await race(sides, ({ organizationId, owner, side, other }) =>
      side === 0
        ? owner.post('/organization/update-member-role', { memberId: other, role: 'member', organizationId })
        : owner.post('/organization/leave', { organizationId }),
    )
    for (const { organizationId } of pairs) expect(await ownersOf(organizationId)).toBeGreaterThanOrEqual(1)
  })
})

test('leaves nobody in a team that is removed concurrently', async () => {
  const { id: organizationId, owner, join } = await found(server)
  const admin = await join('admin')
  const members = await Promise.all(people.slice(0, 4).map(() => join('member')))
  for (let round = 0; round < 4; round += 1) {
    const teamId = (await owner.post('/organization/create-team', { name: 'Eights', organizationId })).at('id')
    const moves = members.map(
      ({ memberId }) =>
        () =>
          owner.post('/organization/update-member-team', { memberId, teamId, organizationId }),
    )
    const removal = () => admin.post('/organization/remove-team', { teamId, organizationId })
    const { 200: done = 0, TEAM_NOT_FOUND: late = 0 } = await race([...moves, removal], (call) => call())
    expect(done + late).toBe(members.length + 1)
    const inIt = await server.ctx.db.read`
      select 1 from "member" where "teamId" = ${teamId} union all select 1 from "teamMember" where "teamId" = ${teamId}`
    expect(inIt).toHaveLength(0)
  }
})

test('keeps one of two owners if one leaves while the other deletes the account', async () => {
  const open = await startTestApp({ DELETE_USER_CONFIRM_BY_MAIL: 'false' }, atOnce)
  const organizations = await Promise.all(Array.from({ length: atOnce / 2 }, () => found(open)))
  const pairs = await Promise.all(
    organizations.map(async ({ id: organizationId, owner }) => {
      const second = await open.signUp()
      await addMember(open.ctx, { organizationId, userId: second.id, role: 'owner' })
      return { organizationId, owner, second }
    }),
  )
  const sides = pairs.flatMap((pair) => [
    () => pair.owner.post('/organization/leave', { organizationId: pair.organizationId }),
    () => pair.second.post('/delete-user'),
  ])
  const onlyOwner = 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
  expect(await race(sides, (side) => side())).toEqual({ 200: atOnce / 2, [onlyOwner]: atOnce / 2 })
  for (const { organizationId } of pairs) expect(await membersOf(open.ctx, organizationId)).toHaveLength(1)
})

test('keeps an owner in every organization while accounts are deleted concurrently', async () => {
  const open = await startTestApp({ DELETE_USER_CONFIRM_BY_MAIL: 'false' }, atOnce)
  const { id: organizationId, owner } = await found(open)
  const leaving = await signUpMany(open, atOnce)
  const invitations = await Promise.all(
    leaving.map(({ email }) => owner.post('/organization/invite-member', { email, role: 'owner', organizationId })),
  )
  const calls = leaving.flatMap((person, index) => [
    () => person.post('/organization/create', { name: 'x', slug: `deleted-${index}` }),
    () => person.post('/delete-user'),
    () => person.post('/organization/accept-invitation', { invitationId: invitations[index]?.at('id') }),
    () => person.post('/organization/create', { name: 'x', slug: `deleted-${index}-too` }),
  ])
  expect(await race(calls, (call) => call())).not.toHaveProperty('INTERNAL_SERVER_ERROR')
  const ownerless = await open.ctx.db.read`
    select 1 from "organization" o where not exists (
      select from "member" m where m."organizationId" = o."id" and m."role" = 'owner')`
  expect(ownerless).toHaveLength(0)
})

describe('limits', () => {
  test('allow as many members as there is room for', async () => {
    const small = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '5' }, atOnce)
    const { owner, id } = await found(small)
    const invited = await signUpMany(small, atOnce)
    const invitations = await Promise.all(
      invited.map(async ({ email }) => {
        const sent = await owner.post('/organization/invite-member', { email, role: 'member', organizationId: id })
        return sent.at('id')
      }),
    )
    const outcomes = await race(invited, (person, index) =>
      person.post('/organization/accept-invitation', { invitationId: invitations[index] }),
    )
    expect(outcomes).toEqual({ 200: 4, ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: atOnce - 4 })
    expect(await membersOf(small.ctx, id)).toHaveLength(5)
  })

  test('allow as many organizations as permitted', async () => {
    const small = await startTestApp({ ORGANIZATION_LIMIT: '3' }, 2 * atOnce + 4)
    const ann = await small.signUp()
    // All start before the first one ends.
    const racing = await small.ctx.database.begin(async (db) => {
      await db.write`select 1 from "user" where "id" = ${ann.id} for no key update`
      const outcome = race(people, (_, index) =>
        ann.post('/organization/create', { name: 'x', slug: `limit-${index}` }),
      )
      await statementsWait(small, atOnce)
      return { outcome }
    })
    expect(await racing.outcome).toEqual({ 200: 3, YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: atOnce - 3 })
  })

  test('allow as many teams as permitted, and another one after a removal', async () => {
    const small = await startTestApp({ ORGANIZATION_TEAM_LIMIT: '5' }, atOnce)
    const { owner, id: organizationId, teamId } = await found(small)
    const create = (name: string) => owner.post('/organization/create-team', { name, organizationId })
    const outcomes = await race(people, ({ name }) => create(name))
    expect(outcomes).toEqual({ 200: 4, YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: atOnce - 4 })
    expect((await create('x')).body).toEqual({
      code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
      message: 'You have reached the maximum number of teams',
    })
    const rename = { teamId, data: { name: 'Renamed', organizationId } }
    expect((await owner.post('/organization/update-team', rename)).status).toBe(200)
    const { body: teams } = await owner.get('/organization/list-teams')
    // Teams of the same millisecond are in any order.
    const { id: other } = Object(teams).find(({ id }: { id: string }) => id !== teamId)
    expect((await owner.post('/organization/remove-team', { teamId: other, organizationId })).status).toBe(200)
    expect((await create('x')).status).toBe(200)
  })

  test('allow a hundred open invitations', async () => {
    const { owner, id } = await found(server)
    await ctx.db.write`
      insert into "invitation" ("id", "organizationId", "email", "role", "status", "expiresAt", "inviterId")
      select ${id} || n, ${id}, n || '@limit.test', 'member', 'pending', now() + interval '1 day', ${owner.id}
      from generate_series(1, 98) n`
    const outcomes = await race(people, ({ email }) =>
      owner.post('/organization/invite-member', { email, role: 'member' }),
    )
    expect(outcomes).toEqual({ 200: 2, INVITATION_LIMIT_REACHED: atOnce - 2 })
  })

  test('keep the last team', async () => {
    const organization = await found(server)
    const admin = await organization.join('admin')
    const teams = await Promise.all(
      people.slice(1).map(async () => (await admin.post('/organization/create-team', { name: 'x' })).at('id')),
    )
    const outcomes = await race([organization.teamId, ...teams], (teamId) =>
      admin.post('/organization/remove-team', { teamId }),
    )
    expect(outcomes).toEqual({ 200: atOnce - 1, UNABLE_TO_REMOVE_LAST_TEAM: 1 })
  })
})

test('refuses concurrent calls for a deleted organization like for an unknown one', async () => {
  for (let round = 0; round < 4; round += 1) {
    const organization = await found(server)
    const { id: organizationId, owner, teamId } = organization
    const admin = await organization.join('admin')
    const calls: [string, Record<string, unknown>][] = [
      ['set-active', { organizationId }],
      ['create-team', { name: 'x', organizationId }],
      ['invite-member', { email: 'late@x.test', role: 'member', organizationId }],
      ['update', { organizationId, data: { name: 'y' } }],
      ['remove-team', { organizationId, teamId }],
      ['leave', { organizationId }],
    ]
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => calls.map(([path, body]) => admin.post(`/organization/${path}`, body))).flat(),
      owner.post('/organization/delete', { organizationId }),
    ])
    expect(responses.at(-1)?.status).toBe(200)
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const [left] = await ctx.db.read`select 1 from "session" where "activeOrganizationId" = ${organizationId}`
    expect(left).toBeUndefined()
  }
})
