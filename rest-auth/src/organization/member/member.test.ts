import { describe, expect, test } from 'vitest'
import { found, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { addMember } from './member.ts'

const server = await startTestApp()
const { signUp } = server
const refusal = (status: number, code: string, message: string) => ({ status, body: { code, message } })

const memberNotFound = refusal(400, 'MEMBER_NOT_FOUND', 'Member not found')
const onlyOwner = refusal(
  400,
  'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  'You cannot leave the organization as the only owner',
)
const mayNotUpdate = refusal(
  403,
  'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  'You are not allowed to update this member',
)

const setRole = (by: SignedIn, organizationId: string | undefined, memberId: string, role: unknown) =>
  by.post('/organization/update-member-role', { memberId, role, organizationId })
const remove = (by: SignedIn, memberIdOrEmail: string, organizationId?: string) =>
  by.post('/organization/remove-member', { memberIdOrEmail, organizationId })
const activeOrganizationOf = async (person: SignedIn) => (await person.get('/get-session')).body

describe('update-member-team', () => {
  const move = (by: SignedIn, memberId: string, teamId: string | null, organizationId?: string) =>
    by.post('/organization/update-member-team', { memberId, teamId, organizationId })
  const teamNotFound = refusal(400, 'TEAM_NOT_FOUND', 'Team not found')

  test('moves a member to a team and out of it, and returns the member', async () => {
    const organization = await found(server)
    const bob = await organization.join('member')
    const response = await move(organization.owner, bob.memberId, organization.teamId)
    expect(response.body).toMatchObject({ id: bob.memberId, role: 'member', teamId: organization.teamId })
    expect((await bob.get('/organization/get-active-member')).at('teamId')).toBe(organization.teamId)
    const out = await move(await organization.join('admin'), bob.memberId, null, organization.id)
    expect(out.body).toMatchObject({ teamId: null })
    expect((await bob.get('/organization/get-active-member')).body).toMatchObject({ teamId: null })
  })

  test('lets members remove a team after they have left it', async () => {
    const { owner, id, memberId, teamId } = await found(server)
    await owner.post('/organization/create-team', { name: 'Other', organizationId: id })
    expect((await owner.post('/organization/remove-team', { teamId })).status).toBe(403)
    expect((await move(owner, memberId, null)).status).toBe(200)
    expect((await owner.post('/organization/remove-team', { teamId })).status).toBe(200)
  })

  test('rejects an unknown team and one of another organization, and moves nobody', async () => {
    const { owner, memberId, teamId } = await found(server)
    const elsewhere = await found(server)
    for (const other of [elsewhere.teamId, 'absent', '']) {
      expect(await move(owner, memberId, other)).toMatchObject(teamNotFound)
    }
    expect((await owner.get('/organization/get-active-member')).at('teamId')).toBe(teamId)
    expect(await move(owner, 'absent', null)).toMatchObject(memberNotFound)
    for (const wrong of [undefined, 1]) {
      expect(await owner.post('/organization/update-member-team', { memberId, teamId: wrong })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      })
    }
  })
})

describe('update-member-role', () => {
  test('accepts each role once, with or without spaces', async () => {
    const { owner, id, join } = await found(server)
    const bob = await join('member')
    expect((await setRole(owner, id, bob.memberId, ['admin', 'member'])).at('role')).toBe('admin,member')
    expect((await setRole(owner, undefined, bob.memberId, ' member , member')).at('role')).toBe('member')
  })

  test.each(['', ' ', ',', [], 'x', 'x,owner', ['owner', 'x'], 'Owner', '__proto__'])(
    'rejects the role %j',
    async (role) => {
      const organization = await found(server)
      const bob = await organization.join('member')
      const response = await setRole(organization.owner, organization.id, bob.memberId, role)
      expect(response).toMatchObject(refusal(400, 'ROLE_NOT_FOUND', 'Role not found'))
    },
  )

  test('keeps an admin from becoming owner, however the role is spelled (S6)', async () => {
    const organization = await found(server)
    const admin = await organization.join('admin')
    for (const role of ['owner', 'admin,owner', ['admin,owner'], ['admin', ' owner '], 'owner,owner']) {
      expect(await setRole(admin, organization.id, admin.memberId, role)).toMatchObject(mayNotUpdate)
    }
  })

  test('keeps the role of the last owner, also among others', async () => {
    const organization = await found(server)
    const { owner, id, memberId } = organization
    expect((await setRole(owner, id, memberId, 'owner,admin')).at('role')).toBe('owner,admin')
    expect((await setRole(owner, id, memberId, 'admin')).at('code')).toBe(
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
    )
    await organization.join('member,owner')
    expect((await setRole(owner, id, memberId, 'admin')).status).toBe(200)
  })
})

describe('remove-member', () => {
  test('finds the member by id or email, and clears the active organization (S8)', async () => {
    const organization = await found(server)
    const { owner, id } = organization
    const bob = await organization.join('member', { name: 'Bob' })
    const response = await remove(owner, bob.email.toUpperCase())
    expect(response.body).toMatchObject({ member: { id: bob.memberId, user: { name: 'Bob', email: bob.email } } })
    expect(await activeOrganizationOf(bob)).toMatchObject({ session: { activeOrganizationId: null } })
    const cy = await organization.join('admin')
    expect((await remove(owner, cy.memberId, id)).status).toBe(200)
    expect((await owner.get('/organization/list-members')).body).toMatchObject({ total: 1 })
  })

  test('lets an admin remove members and leave', async () => {
    const organization = await found(server)
    const admin = await organization.join('admin')
    const bob = await organization.join('member')
    expect((await remove(admin, bob.memberId)).status).toBe(200)
    const left = await remove(admin, admin.memberId)
    expect(left.setCookies.join()).toContain('better-auth.session_token=')
    expect(await activeOrganizationOf(admin)).toMatchObject({ session: { activeOrganizationId: null } })
  })

  test('finds no members of other organizations', async () => {
    const { owner, id } = await found(server)
    const other = await found(server)
    for (const target of [other.owner.email, 'absent@example.com', '@']) {
      expect(await remove(owner, target, id)).toMatchObject(memberNotFound)
    }
  })
})

test.each([
  ['remove-member', ({ memberId }: TestOrganization) => ({ memberIdOrEmail: memberId })],
  ['leave', ({ id }: TestOrganization) => ({ organizationId: id })],
])('keeps %s from removing the last owner, whatever the other roles (S7)', async (call, body) => {
  const organization = await found(server)
  const { owner, id, memberId, join } = organization
  const end = () => owner.post(`/organization/${call}`, body(organization))
  await setRole(owner, id, memberId, 'member,owner,admin')
  expect(await end()).toMatchObject(onlyOwner)
  const second = await join('owner,member')
  expect(await remove(await join('admin'), second.memberId)).toMatchObject(onlyOwner)
  expect((await end()).status).toBe(200)
})

test('clears the active organization of a member who leaves', async () => {
  const { id, join } = await found(server)
  const bob = await join('admin')
  const response = await bob.post('/organization/leave', { organizationId: id })
  expect(response.setCookies.join()).toContain('better-auth.session_token=')
  expect(await activeOrganizationOf(bob)).toMatchObject({ session: { activeOrganizationId: null } })
})

test('get-active-member-role returns roles to members only', async () => {
  const { id: organizationId, slug: organizationSlug, owner, join } = await found(server)
  const [bob, stranger] = [await join('admin'), (await found(server)).owner]
  const roleOf = async (who: SignedIn, query: Record<string, string>) =>
    (await who.get('/organization/get-active-member-role', { query })).outcome
  expect(await roleOf(owner, {})).toEqual([200, { role: 'owner' }])
  expect(await roleOf(bob, { organizationSlug })).toEqual([200, { role: 'admin' }])
  expect(await roleOf(owner, { organizationId, userId: bob.id })).toEqual([200, { role: 'admin' }])
  const hidden = [403, { code: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION' }]
  expect(await roleOf(owner, { userId: stranger.id })).toMatchObject(hidden)
  for (const query of [{ organizationId }, { organizationSlug }, { organizationId, userId: bob.id }])
    expect(await roleOf(stranger, query)).toMatchObject(hidden)
  expect(await roleOf(owner, { organizationSlug: 'unknown' })).toMatchObject(hidden)
  expect(await roleOf(await signUp(), {})).toMatchObject([400, { code: 'NO_ACTIVE_ORGANIZATION' }])
})

describe('list-members', () => {
  test('pages, sorts and filters for any member', async () => {
    const organization = await found(server)
    const { id: organizationId, teamId } = organization
    const bob = await organization.join('admin', { name: 'Bob' })
    const cy = await organization.join('member,admin', { name: 'Cy' })
    const list = async (query: Record<string, string>, by: SignedIn = bob) => {
      const { body } = await by.get('/organization/list-members', { query: { organizationId, ...query } })
      const { members, total } = Object(body)
      return [members?.map((member: { user: { name: string } }) => member.user.name), total]
    }
    const byName = { sortBy: 'name' }
    expect(await list(byName)).toEqual([['Ann', 'Bob', 'Cy'], 3])
    expect(await list({ ...byName, sortDirection: 'desc', limit: '1', offset: '1' }, cy)).toEqual([['Bob'], 3])
    expect(await list({ ...byName, limit: '2', offset: '2' })).toEqual([['Cy'], 3])
    const filter = (filterField: string, filterValue: string, filterOperator = 'eq') =>
      list({ ...byName, filterField, filterValue, filterOperator })
    expect(await filter('role', 'admin')).toEqual([['Bob', 'Cy'], 2])
    expect(await filter('role', 'admin', 'ne')).toEqual([['Ann'], 1])
    expect(await filter('name', 'b', 'contains')).toEqual([['Bob'], 1])
    expect(await filter('email', bob.email)).toEqual([['Bob'], 1])
    expect(await filter('teamId', teamId)).toEqual([['Ann'], 1])
    expect(await filter('teamId', teamId, 'ne')).toEqual([['Bob', 'Cy'], 2])
    expect(await filter('id', cy.memberId)).toEqual([['Cy'], 1])
    expect((await bob.get('/organization/list-members', { query: byName })).body).toEqual({
      members: expect.arrayContaining([Object((await bob.get('/organization/get-active-member')).body)]),
      total: 3,
    })
  })

  test('filters by the operators of clients of 1.4 and later', async () => {
    const organization = await found(server)
    const bob = await organization.join('admin', { name: 'Bob' })
    await organization.join('member,admin', { name: 'Cy' })
    server.clock.advance(60)
    const dora = await organization.join('member', { name: 'Dora' })
    const [row] = await server.ctx.db.read<{ time: Date }[]>`
      select "createdAt" as "time" from "member" where "id" = ${dora.memberId}`
    const time = row?.time.toISOString() ?? ''
    const list = async (filterField: string, filterOperator: string, ...values: string[]) => {
      const query = new URLSearchParams({ sortBy: 'name', filterField, filterOperator })
      for (const value of values) query.append('filterValue', value)
      const { body } = await bob.get(`/organization/list-members?organizationId=${organization.id}&${query}`)
      const { members, total } = Object(body)
      expect(total).toBe(members.length)
      return members.map((member: { user: { name: string } }) => member.user.name).join(' ')
    }
    expect(await list('role', 'in', 'owner', 'member')).toBe('Ann Cy Dora')
    expect(await list('role', 'in', 'owner')).toBe('Ann')
    expect(await list('role', 'not_in', 'owner', 'member')).toBe('Bob')
    expect(await list('userId', 'in', bob.id, dora.id, 'unknown')).toBe('Bob Dora')
    expect(await list('teamId', 'in', organization.teamId, 'unknown')).toBe('Ann')
    expect(await list('role', 'starts_with', 'mem')).toBe('Cy Dora')
    expect(await list('name', 'starts_with', 'DO')).toBe('Dora')
    expect(await list('email', 'ends_with', bob.email.slice(3))).toBe('Bob')
    expect(await list('createdAt', 'gt', time)).toBe('')
    expect(await list('createdAt', 'gte', time)).toBe('Dora')
    expect(await list('createdAt', 'lt', time)).toBe('Ann Bob Cy')
    expect(await list('createdAt', 'lte', time)).toBe('Ann Bob Cy Dora')
    expect(await list('role', 'gt', 'member')).toBe('Cy Ann'.split(' ').toSorted().join(' '))
  })

  test('reads an organization by its slug', async () => {
    const [acme, other] = [await found(server), await found(server)]
    const list = (who: SignedIn, slug: string) =>
      who.get('/organization/list-members', { query: { organizationSlug: slug } })
    expect((await list(acme.owner, acme.slug)).at('members', 0, 'organizationId')).toBe(acme.id)
    const refused = [403, { code: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION' }]
    for (const slug of [other.slug, 'unknown']) expect((await list(acme.owner, slug)).outcome).toMatchObject(refused)
  })

  test.each([
    { filterField: 'createdAt', filterOperator: 'gt', filterValue: 'yesterday' },
    { filterField: 'createdAt', filterOperator: 'contains', filterValue: '2026' },
    { filterField: 'role', filterOperator: 'like', filterValue: 'x' },
    { limit: '0' },
    { limit: '101' },
    { offset: '-1' },
    { limit: 'x' },
    { sortBy: 'password' },
    { filterField: 'x' },
  ])('rejects %j', async (query) => {
    const { owner } = await found(server)
    expect(await owner.get('/organization/list-members', { query })).toMatchObject(
      refusal(400, 'VALIDATION_ERROR', 'Invalid query parameters'),
    )
  })
})

test('rejects an unknown organization, an existing member and an unknown role for operators', async () => {
  const { id, owner } = await found(server)
  const { id: userId } = await signUp()
  const add = async (organizationId: string, who: string, role: string) =>
    addMember(server.ctx, { organizationId, userId: who, role })
  await expect(add('none', userId, 'member')).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' })
  await expect(add(id, userId, 'king')).rejects.toMatchObject({ code: 'ROLE_NOT_FOUND' })
  const already = { code: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION' }
  await expect(add(id, owner.id, 'member')).rejects.toMatchObject(already)
  expect(await add(id, userId, 'member, admin')).toMatchObject({ userId, role: 'member,admin' })
})
