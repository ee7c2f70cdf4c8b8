import { describe, expect, test } from 'vitest'
import { found } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { statementsWait } from '../../testing/statements.ts'

const server = await startTestApp({}, 16)
const { ctx, clock } = server

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const id = expect.any(String)
const createTeam = async (by: SignedIn, name: string) => {
  clock.advance(1)
  return (await by.post('/organization/create-team', { name })).at('id')
}
const add = (by: SignedIn, teamId: string, userId: string) =>
  by.post('/organization/add-team-member', { teamId, userId })
const remove = (by: SignedIn, teamId: string, userId: string) =>
  by.post('/organization/remove-team-member', { teamId, userId })
const list = (by: SignedIn, query: Record<string, string> = {}) => by.get('/organization/list-team-members', { query })
const teamsOf = async (by: SignedIn, query: Record<string, string> = {}) =>
  Object((await by.get('/organization/list-user-teams', { query })).body).map((team: { name: string }) => team.name)
const activeTeam = async (by: SignedIn) => Object((await by.get('/get-session')).body).session.activeTeamId

/** An organization with the teams Red and Blue and with Bob, a member in none. */
async function setScene() {
  const organization = await found(server)
  const [red, blue] = [await createTeam(organization.owner, 'Red'), await createTeam(organization.owner, 'Blue')]
  return { ...organization, red, blue, bob: await organization.join('member', { name: 'Bob' }) }
}

/** "member"."teamId", the rows of "teamMember" and the counts of teams must agree. */
async function expectAgreement() {
  const wrong = await ctx.db.read`
    select m."id" from "member" m left join "teamMember" t
      on t."organizationId" = m."organizationId" and t."userId" = m."userId" and t."teamId" = m."teamId"
    where (m."teamId" is null) = exists (
      select from "teamMember" x where x."organizationId" = m."organizationId" and x."userId" = m."userId")
      or (m."teamId" is not null and t."id" is null)
    union all
    select t."id" from "team" t
    where t."memberCount" <> (select count(*) from "teamMember" m where m."teamId" = t."id")
    union all
    select t."id" from "teamMember" t join "member" m on m."id" = t."memberId"
    where (t."userId", t."userName", t."userEmail", t."joinedAt") is distinct from (m."userId", m."userName", m."userEmail", m."createdAt")
    union all
    select s."id" from "session" s where s."activeTeamId" is not null and not exists (
      select from "teamMember" t where t."teamId" = s."activeTeamId" and t."userId" = s."userId"
        and t."organizationId" = s."activeOrganizationId")`
  expect(wrong).toEqual([])
}

describe('add-team-member and remove-team-member', () => {
  test('put a member into several teams and take them out of one', async () => {
    const { owner, red, blue, bob } = await setScene()
    const added = await add(owner, red, bob.id)
    expect(added.body).toEqual({ id, teamId: red, userId: bob.id, createdAt: time, memberId: bob.memberId })
    expect((await add(owner, red, bob.id)).body).toEqual(added.body)
    clock.advance(1)
    await add(owner, blue, bob.id)
    expect(await teamsOf(bob)).toEqual(['Red', 'Blue'])
    const first = async () => (await bob.get('/organization/get-active-member')).at('teamId')
    expect(await first()).toBe(red)
    expect((await remove(owner, red, bob.id)).body).toEqual({
      message: 'Team member removed successfully.',
      memberId: bob.memberId,
    })
    expect(await teamsOf(bob)).toEqual(['Blue'])
    expect(await first()).toBe(blue)
    expect((await remove(owner, red, bob.id)).at('code')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_TEAM')
    await expectAgreement()
  })

  test('know neither people nor teams of other organizations', async () => {
    const { owner, red, bob } = await setScene()
    const other = await setScene()
    for (const call of [add, remove]) {
      expect((await call(owner, other.red, bob.id)).at('code')).toBe('TEAM_NOT_FOUND')
      expect((await call(owner, red, other.bob.id)).at('code')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
      expect((await call(owner, red, 'nobody')).at('code')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
    }
    const foreign = ctx.db.write`
      insert into "teamMember" ("organizationId", "userId", "teamId") values (${other.id}, ${other.owner.id}, ${red})`
    await expect(foreign).rejects.toThrow('foreign key')
  })

  test('leave owners to owners, as all changes of members', async () => {
    const { owner, red, join } = await setScene()
    const admin = await join('admin')
    const mayNot = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'
    expect((await add(admin, red, owner.id)).at('code')).toBe(mayNot)
    expect((await add(owner, red, owner.id)).status).toBe(200)
    expect((await remove(admin, red, owner.id)).at('code')).toBe(mayNot)
  })

  test('make one membership of concurrent calls, and count it once', async () => {
    const { owner, red, blue, bob } = await setScene()
    await add(owner, blue, bob.id)
    const calls = Array.from({ length: 12 }, (_, index) => add(owner, index % 2 ? red : blue, bob.id))
    const [{ body }] = await Promise.all([list(owner, { teamId: blue }), ...calls])
    expect(body).toHaveLength(1)
    const removals = await Promise.all(Array.from({ length: 6 }, () => remove(owner, red, bob.id)))
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(1)
    await expectAgreement()
  })

  test('write the audit log once per change', async () => {
    const { owner, red, bob, id: organizationId } = await setScene()
    await add(owner, red, bob.id)
    await add(owner, red, bob.id)
    await remove(owner, red, bob.id)
    const entries = await ctx.db.read`
      select "userId", "details" from "journal"
      where "organizationId" = ${organizationId} and "event" = 'member.team-changed' order by "position"`
    expect(entries).toEqual([
      { userId: bob.id, details: { teamId: red, previousTeamId: null } },
      { userId: bob.id, details: { teamId: null, previousTeamId: red } },
    ])
  })
})

describe('the calls for one team per member', () => {
  test('move a member from the first team and keep the others, or out of all', async () => {
    const { owner, red, blue, teamId, bob } = await setScene()
    const move = (to: string | null) =>
      owner.post('/organization/update-member-team', { memberId: bob.memberId, teamId: to })
    for (const team of [red, blue]) await add(owner, team, bob.id)
    expect((await move(teamId)).at('teamId')).toBe(teamId)
    expect((await teamsOf(bob)).toSorted()).toEqual(['Blue', expect.stringContaining('organization-')])
    await move(blue)
    expect(await teamsOf(bob)).toEqual(['Blue'])
    await add(owner, red, bob.id)
    await expectAgreement()
    await move(null)
    expect(await teamsOf(bob)).toEqual([])
    await expectAgreement()
  })

  test('work for release 2.0, which only knows the column', async () => {
    const { owner, red, blue, bob } = await setScene()
    const write = (teamId: string | null) =>
      ctx.db.write`update "member" set "teamId" = ${teamId} where "id" = ${bob.memberId}`
    await write(red)
    expect(await teamsOf(bob)).toEqual(['Red'])
    await add(owner, blue, bob.id)
    await expectAgreement()
    await ctx.db.write`delete from "team" where "id" = ${red}`
    expect((await bob.get('/organization/get-active-member')).at('teamId')).toBe(blue)
    await expectAgreement()
    await write(null)
    expect(await teamsOf(bob)).toEqual([])
    await write(blue)
    await bob.post('/update-user', { name: 'Robert' })
    await expectAgreement()
    await ctx.db.write`delete from "member" where "id" = ${bob.memberId}`
    await expectAgreement()
  })

  test('filter members by any of their teams, in every order', async () => {
    const { owner, red, blue, bob, join } = await setScene()
    const cid = await join('admin', { name: 'Cid' })
    for (const team of [red, blue]) await add(owner, team, bob.id)
    await add(owner, blue, cid.id)
    const names = async (query: Record<string, string>) => {
      const { body } = await owner.get('/organization/list-members', { query: { filterField: 'teamId', ...query } })
      return [Object(body).total, ...Object(body).members.map(({ user }: { user: { name: string } }) => user.name)]
    }
    expect(await names({ filterValue: red })).toEqual([1, 'Bob'])
    for (const sortBy of ['createdAt', 'name', 'email', 'role'])
      expect((await names({ filterValue: blue, sortBy })).toSorted()).toEqual([2, 'Bob', 'Cid'])
    expect(await names({ filterValue: blue, sortBy: 'name', sortDirection: 'desc' })).toEqual([2, 'Cid', 'Bob'])
    expect(await names({ filterValue: red, filterOperator: 'ne' })).toEqual([2, owner.name, 'Cid'])
    const other = await setScene()
    expect(await names({ filterValue: other.teamId })).toEqual([0])
  })
})

describe('list-team-members', () => {
  test('is for every member of the organization, also owners outside of the team, in pages', async () => {
    const { owner, red, bob, join } = await setScene()
    clock.advance(1)
    const cid = await join('member')
    await add(owner, red, cid.id)
    await add(owner, red, bob.id)
    const whole = await list(owner, { teamId: red })
    expect(whole.body).toMatchObject([{ userId: bob.id }, { userId: cid.id }])
    const first = await list(bob, { teamId: red, limit: '1' })
    expect(first.body).toMatchObject([{ id, teamId: red, userId: bob.id, createdAt: time }])
    const cursor = String(first.headers['next-cursor'])
    expect((await list(bob, { teamId: red, cursor })).body).toMatchObject([{ userId: cid.id }])
  })

  test('says the same of foreign and unknown teams, and needs one', async () => {
    const [{ owner }, other] = [await setScene(), await setScene()]
    await owner.post('/organization/set-active-team', { teamId: null })
    for (const teamId of [other.red, 'unknown'])
      expect(await list(owner, { teamId })).toMatchObject({ status: 400, body: { code: 'TEAM_NOT_FOUND' } })
    expect(await list(owner)).toMatchObject({ status: 400, body: { code: 'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM' } })
  })
})

describe('list-user-teams', () => {
  test("lists one's own in all organizations or one, in pages, and those of another member to managers", async () => {
    const [first, second] = [await setScene(), await setScene()]
    const { owner, red, blue, bob } = first
    for (const team of [red, blue]) {
      clock.advance(1)
      await add(owner, team, bob.id)
    }
    await ctx.db.write`delete from "mailBudget"`
    const invited = await second.owner.post('/organization/invite-member', {
      email: bob.email,
      role: 'admin',
      teamId: second.red,
    })
    clock.advance(1)
    await bob.post('/organization/accept-invitation', { invitationId: invited.at('id') })
    expect(await teamsOf(bob)).toEqual(['Red', 'Blue', 'Red'])
    expect(await teamsOf(bob, { organizationId: first.id })).toEqual(['Red', 'Blue'])
    const page = await bob.get('/organization/list-user-teams', { query: { limit: '2' } })
    const cursor = String(page.headers['next-cursor'])
    expect(await teamsOf(bob, { cursor })).toEqual(['Red'])
    expect(await teamsOf(owner, { userId: bob.id })).toEqual(['Red', 'Blue'])
    const ask = async (by: SignedIn, query: Record<string, string>) =>
      (await by.get('/organization/list-user-teams', { query })).at('code')
    expect(await ask(owner, { organizationId: second.id })).toBe('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
    const ofOwner = { userId: owner.id, organizationId: first.id }
    expect(await ask(bob, ofOwner)).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
    expect(await ask(second.owner, ofOwner)).toBe('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
    expect(await ask(owner, { userId: second.owner.id })).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  })
})

describe('the active team', () => {
  const set = (by: SignedIn, teamId?: string | null) => by.post('/organization/set-active-team', { teamId })

  test('is none of an organization that stops being the active one meanwhile', async () => {
    const [{ red, bob, owner }, other] = [await setScene(), await setScene()]
    await add(owner, red, bob.id)
    const { setting } = await ctx.database.begin(async (db) => {
      await db.write`update "session" set "activeOrganizationId" = ${other.id} where "userId" = ${bob.id}`
      const request = set(bob, red)
      await statementsWait(server, 1)
      return { setting: request }
    })
    expect((await setting).at('code')).toBe('USER_IS_NOT_A_MEMBER_OF_THE_TEAM')
    expect(await activeTeam(bob)).toBeNull()
  })

  test('is one of the active organization that its user is in', async () => {
    const { owner, red, bob, id: organizationId } = await setScene()
    const other = await setScene()
    expect(await activeTeam(owner)).toBe((await owner.get('/organization/get-active-member')).at('teamId'))
    expect(await set(bob, red)).toMatchObject({ status: 403, body: { code: 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM' } })
    for (const teamId of [other.red, 'unknown'])
      expect(await set(bob, teamId)).toMatchObject({ status: 400, body: { code: 'TEAM_NOT_FOUND' } })
    await add(owner, red, bob.id)
    expect((await set(bob, red)).body).toMatchObject({ id: red, name: 'Red', organizationId })
    expect(await activeTeam(bob)).toBe(red)
    expect((await set(bob)).body).toMatchObject({ id: red })
    expect((await list(bob)).body).toMatchObject([{ userId: bob.id }])
    expect((await set(bob, null)).body).toBeNull()
    expect((await set(bob)).body).toBeNull()
    expect(await activeTeam(bob)).toBeNull()
    await bob.post('/organization/set-active', { organizationId: null })
    expect((await set(bob, red)).at('code')).toBe('NO_ACTIVE_ORGANIZATION')
  })

  test.each<[string, (at: Awaited<ReturnType<typeof setScene>>) => Promise<unknown>]>([
    ['leaving the team', ({ owner, red, bob }) => remove(owner, red, bob.id)],
    ['the end of the team', ({ owner, red }) => owner.post('/organization/remove-team', { teamId: red })],
    ['removal', ({ owner, bob }) => owner.post('/organization/remove-member', { memberIdOrEmail: bob.memberId })],
    ['leaving', ({ bob, id: organizationId }) => bob.post('/organization/leave', { organizationId })],
    ['another active organization', ({ bob }) => bob.post('/organization/create', { name: 'x', slug: bob.id })],
    ['no active organization', ({ bob }) => bob.post('/organization/set-active', { organizationId: null })],
    ['the end of the organization', (at) => at.owner.post('/organization/delete', { organizationId: at.id })],
  ])('ends with %s', async (_, end) => {
    const scene = await setScene()
    await add(scene.owner, scene.red, scene.bob.id)
    await set(scene.bob, scene.red)
    await end(scene)
    expect(await activeTeam(scene.bob)).not.toBe(scene.red)
    await expectAgreement()
  })

  test('is not one that its user leaves at the same time', async () => {
    const { owner, red, bob } = await setScene()
    await add(owner, red, bob.id)
    const racing = await ctx.database.begin(async (db) => {
      await db.write`delete from "teamMember" where "teamId" = ${red}`
      const outcome = set(bob, red)
      await statementsWait(server, 1)
      return { outcome }
    })
    expect((await racing.outcome).status).toBe(403)
    expect(await activeTeam(bob)).toBeNull()
  })
})

describe('invitations', () => {
  test('name several teams, and acceptance adds all that still exist', async () => {
    const { owner, red, blue } = await setScene()
    const green = await createTeam(owner, 'Green')
    const cid = await server.signUp()
    const invite = (teamId: unknown) =>
      owner.post('/organization/invite-member', { email: cid.email, role: 'member', teamId })
    const other = await setScene()
    expect((await invite([red, other.red])).at('code')).toBe('TEAM_NOT_FOUND')
    expect((await invite([`${red},${blue}`])).at('code')).toBe('INVALID_TEAM_ID')
    const invited = await invite([red, green, blue, red])
    expect(invited.body).toMatchObject({ teamId: `${red},${green},${blue}` })
    expect((await server.emails(cid.email)).at(-1)?.data['team']).toBe('Red, Green, Blue')
    for (const teamId of [red, green]) await owner.post('/organization/remove-team', { teamId })
    const listed = await owner.get('/organization/list-invitations')
    expect(Object(listed.body).at(0)).toMatchObject({ teamId: blue })
    const accepted = await cid.post('/organization/accept-invitation', { invitationId: invited.at('id') })
    expect(accepted.body).toMatchObject({ member: { teamId: blue }, invitation: { teamId: blue } })
    expect(await teamsOf(cid)).toEqual(['Blue'])
    await expectAgreement()
  })

  test('add to all their teams, and activate an only one', async () => {
    const { owner, red, blue } = await setScene()
    for (const teamId of [[red, blue], red]) {
      const cid = await server.signUp()
      const invited = await owner.post('/organization/invite-member', { email: cid.email, role: 'member', teamId })
      const body = { invitationId: invited.at('id') }
      await cid.post('/organization/accept-invitation', body)
      expect((await teamsOf(cid)).toSorted()).toEqual(teamId === red ? ['Red'] : ['Blue', 'Red'])
      expect(await activeTeam(cid)).toBe(teamId === red ? red : null)
    }
    await expectAgreement()
  })
})
