import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { permissionNames, permissions } from 'contract/permissions.ts'
import { found, type Colleague, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'

const server = await startTestApp({ ORGANIZATION_LIMIT: '1000' }, 16)
const { ctx } = server

type Actions = Record<string, readonly string[]>

const all = (actions: Actions) => permissionNames(actions)
const post = (who: SignedIn, path: string, organizationId: string, body: object = {}) =>
  who.post(`/organization/${path}`, { organizationId, ...body })
const create = (who: SignedIn, organizationId: string, role: string, permission: Actions, more: object = {}) =>
  post(who, 'create-role', organizationId, { role, permission, ...more })

/** An organization with a member whose only role has these permissions. */
async function withRole(permission: Actions, role = 'clerk') {
  const organization = await found(server)
  expect((await create(organization.owner, organization.id, role, permission)).status).toBe(200)
  return { ...organization, clerk: await organization.join(role) }
}

const roleOf = async (memberId: string) => {
  const [row] = await ctx.db.read<{ role: string }[]>`select "role" from "member" where "id" = ${memberId}`
  return row?.role
}

describe('the calls of better-auth', () => {
  test('create, list, get, change and delete a role', async () => {
    const { owner, id: organizationId } = await found(server)
    const permission = { team: ['create'], invitation: ['create', 'cancel'] }
    const created = await create(owner, organizationId, 'Support', permission, {
      additionalFields: { label: 'Customer support' },
    })
    const role = {
      id: expect.any(String),
      organizationId,
      role: 'support',
      label: 'Customer support',
      permission,
      createdAt: expect.any(String),
      updatedAt: null,
    }
    expect(created.outcome).toEqual([200, { success: true, roleData: role, statements: permission }])
    const query = { organizationId }
    expect((await owner.get('/organization/list-roles', { query })).body).toEqual([role])
    const byId = { ...query, roleId: created.at('roleData', 'id') }
    for (const key of [byId, { ...query, roleName: 'SUPPORT' }])
      expect((await owner.get('/organization/get-role', { query: key })).body).toEqual(role)
    const data = { permission: { team: ['delete'] }, roleName: 'helpers', label: null }
    const changed = await post(owner, 'update-role', organizationId, { roleName: 'support', data })
    const after = { ...role, permission: data.permission, role: 'helpers', label: null, updatedAt: expect.any(String) }
    expect(changed.body).toEqual({ success: true, roleData: after })
    expect((await post(owner, 'delete-role', organizationId, { roleName: 'helpers' })).body).toEqual({ success: true })
    expect((await owner.get('/organization/list-roles', { query })).body).toEqual([])
  })

  test('update-role refuses a change of a role that is not as expected, and ignores the order', async () => {
    const { owner, id } = await found(server)
    await create(owner, id, 'x', { team: ['create', 'delete'] }, { additionalFields: { label: 'X' } })
    const update = (expected: object) => post(owner, 'update-role', id, { roleName: 'x', data: {}, expected })
    for (const expected of [{ label: null }, { permission: { team: ['create'] } }])
      expect((await update(expected)).at('code')).toBe('ROLE_HAS_CHANGED')
    expect((await update({ label: 'X', permission: { team: ['delete', 'create'] } })).status).toBe(200)
  })

  const named = { roleName: 'x', permission: {}, data: { permission: { team: ['create'] } } }
  const calls = ['create-role', 'update-role', 'delete-role'] as const
  test.each(calls)('%s refuses outsiders and those without the permission', async (path) => {
    const { id, clerk, owner } = await withRole({ team: ['create'] })
    await create(owner, id, 'x', {})
    const outsider = await server.signUp()
    const code = `YOU_ARE_NOT_ALLOWED_TO_${path.split('-')[0]?.toUpperCase()}_A_ROLE`
    const body = { ...named, role: 'y' }
    expect((await post(outsider, path, id, body)).at('code')).toBe('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
    const refused = await post(clerk, path, id, body)
    expect([refused.status, refused.at('code')]).toEqual([403, code])
  })

  test.each(['list-roles', 'get-role'])('%s is for members with ac:read', async (path) => {
    const { id: organizationId, clerk, join } = await withRole({ team: ['create'] })
    const query = { organizationId, roleName: 'clerk' }
    expect((await clerk.get(`/organization/${path}`, { query })).status).toBe(403)
    expect((await (await join('member')).get(`/organization/${path}`, { query })).status).toBe(200)
    expect((await (await server.signUp()).get(`/organization/${path}`, { query })).at('code')).toBe(
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    )
  })

  test.each([
    ['create-role', { role: 'Owner', permission: {} }, 400, 'ROLE_NAME_IS_ALREADY_TAKEN'],
    ['create-role', { role: 'clerk', permission: {} }, 400, 'ROLE_NAME_IS_ALREADY_TAKEN'],
    ['create-role', { role: 'a,owner', permission: {} }, 400, 'VALIDATION_ERROR'],
    ['create-role', { role: 'two words', permission: {} }, 400, 'VALIDATION_ERROR'],
    ['create-role', { role: 'x', permission: { invoice: ['pay'] } }, 400, 'INVALID_RESOURCE'],
    ['update-role', { roleName: 'clerk', data: { roleName: 'admin' } }, 400, 'ROLE_NAME_IS_ALREADY_TAKEN'],
    ['update-role', { roleName: 'clerk', data: { permission: { x: [] } } }, 400, 'INVALID_RESOURCE'],
    ['update-role', { roleName: 'owner', data: {} }, 400, 'ROLE_NOT_FOUND'],
    ['update-role', { data: {} }, 400, 'VALIDATION_ERROR'],
    ['delete-role', { roleName: 'Admin' }, 400, 'CANNOT_DELETE_A_PRE_DEFINED_ROLE'],
    ['delete-role', { roleName: 'nobody' }, 400, 'ROLE_NOT_FOUND'],
    ['delete-role', { roleName: 'clerk' }, 400, 'ROLE_IS_ASSIGNED_TO_MEMBERS'],
  ])('%s refuses %j with %i %s', async (path, body, status, code) => {
    const { id, owner } = await withRole({ team: ['create'] })
    const refused = await post(owner, path, id, body)
    expect([refused.status, refused.at('code')]).toEqual([status, code])
  })

  test('refuse an action that does not exist, and name it', async () => {
    const { owner, id } = await found(server)
    const refused = await create(owner, id, 'x', { team: ['create', 'burn'] })
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE',
        message: 'You are not allowed to create a role',
        missingPermissions: ['team:burn'],
      },
    ])
  })

  test('do not touch roles of another organization', async () => {
    const other = await withRole({ team: ['create'] })
    const [row] = await ctx.db.read<{ id: string }[]>`
      select "id" from "organizationRole" where "organizationId" = ${other.id}`
    const { owner, id, memberId } = await found(server)
    const key = { roleId: row?.id }
    for (const [path, body] of [
      ['update-role', { ...key, data: { permission: {} } }],
      ['delete-role', key],
      ['invite-member', { email: 'a@x.test', role: 'clerk' }],
      ['update-member-role', { memberId, role: 'owner,clerk' }],
    ] as const)
      expect((await post(owner, path, id, body)).at('code')).toBe('ROLE_NOT_FOUND')
  })
})

describe('the ceiling', () => {
  const manager = {
    ac: ['create', 'read', 'update', 'delete'],
    member: ['update'],
    invitation: ['create'],
    team: ['create'],
  }
  type Play = (
    at: TestOrganization & { clerk: Colleague; bob: Colleague },
    role: string,
    permission: Actions,
  ) => Promise<number>
  const make = async (at: TestOrganization, role: string, permission: Actions) =>
    role === 'admin' || role === 'owner' ? null : create(at.owner, at.id, role, permission)
  /** Every path that gives permissions to somebody. */
  const paths: Record<string, Play> = {
    'create-role': async ({ clerk, id }, role, permission) => (await create(clerk, id, role, permission)).status,
    'update-role': async ({ clerk, owner, id }, _role, permission) => {
      await create(owner, id, 'small', {})
      return (await post(clerk, 'update-role', id, { roleName: 'small', data: { permission } })).status
    },
    'update-member-role': async (at, role, permission) => {
      await make(at, role, permission)
      return (await post(at.clerk, 'update-member-role', at.id, { memberId: at.bob.memberId, role: ['member', role] }))
        .status
    },
    'own update-member-role': async (at, role, permission) => {
      await make(at, role, permission)
      return (await post(at.clerk, 'update-member-role', at.id, { memberId: at.clerk.memberId, role: ['clerk', role] }))
        .status
    },
    'invite-member': async (at, role, permission) => {
      await make(at, role, permission)
      return (await post(at.clerk, 'invite-member', at.id, { email: 'new@x.test', role })).status
    },
    'invite-member that resends': async (at, role, permission) => {
      await make(at, role, permission)
      const body = { email: 'new@x.test', role, resend: true }
      await post(at.owner, 'invite-member', at.id, body)
      return (await post(at.clerk, 'invite-member', at.id, { ...body, role: 'member' })).status
    },
    'accept-invitation after the inviter lost a permission': async (at, role, permission) => {
      await make(at, role, permission)
      const bob = await server.signUp()
      const sent = await post(at.owner, 'invite-member', at.id, { email: bob.email, role })
      await ctx.db.write`update "invitation" set "inviterId" = ${at.clerk.id} where "id" = ${sent.at('id')}`
      return (await bob.post('/organization/accept-invitation', { invitationId: sent.at('id') })).status
    },
    'update-role of a role that has more': async (at, role, permission) => {
      if (!(await make(at, role, permission))) return 403
      return (await post(at.clerk, 'update-role', at.id, { roleName: role, data: { permission: {} } })).status
    },
    'delete-role of a role that has more': async (at, role, permission) => {
      if (!(await make(at, role, permission))) return 403
      return (await post(at.clerk, 'delete-role', at.id, { roleName: role })).status
    },
  }
  const rows = Object.keys(paths).flatMap((path) => [
    [path, 'within', manager, 200] as const,
    ...permissions
      .filter((permission) => !all(manager).includes(permission))
      .filter((_permission, index) => process.env['TEST_FULL'] || (index + path.length) % 3 === 0)
      .map((permission) => {
        const [resource = '', action = ''] = permission.split(':')
        return [path, `more (${permission})`, { [resource]: [action] }, 403] as const
      }),
  ])
  test.each(rows)('%s: %s', async (path, _, permission, status) => {
    const at = { ...(await withRole(manager)), bob: await server.signUp() }
    const bob = await at.join('member')
    const outcome = await paths[path]?.({ ...at, bob }, 'given', permission)
    expect(outcome === 200 ? 200 : 403).toBe(status)
  })

  test.each(['update-member-role', 'own update-member-role', 'invite-member'])('%s: built-in roles', async (path) => {
    for (const role of ['admin', 'owner']) {
      const at = await withRole(manager)
      expect(await paths[path]?.({ ...at, bob: await at.join('member') }, role, {})).toBe(403)
    }
    const everything: Actions = {}
    for (const permission of permissions) {
      const [resource = '', action = ''] = permission.split(':')
      everything[resource] = [...(everything[resource] ?? []), action]
    }
    const at = await withRole(everything)
    expect(await paths[path]?.({ ...at, bob: await at.join('member') }, 'admin', {})).toBe(200)
    const again = await withRole(everything)
    expect(await paths[path]?.({ ...again, bob: await again.join('member') }, 'owner', {})).toBe(403)
  })

  test('replace-member-role gives only built-in roles within it, and keeps the others', async () => {
    const { owner, id, clerk, join } = await withRole(manager)
    const replace = (who: SignedIn, role: string[]) =>
      post(who, 'replace-member-role', id, { memberId: clerk.memberId, expectedRole: [], role })
    expect((await replace(clerk, ['admin'])).status).toBe(403)
    expect((await replace(owner, ['clerk'])).at('code')).toBe('ROLE_NOT_FOUND')
    expect((await replace(owner, ['member'])).at('role')).toBe('member,clerk')
    expect(await roleOf(clerk.memberId)).toBe('member,clerk')
    const update = (body: object) => post(owner, 'update-member-role', id, { memberId: clerk.memberId, ...body })
    expect((await update({ role: 'admin', builtInOnly: true })).at('role')).toBe('admin,clerk')
    expect((await update({ role: 'member' })).at('role')).toBe('member')
    expect((await join('member')).memberId).toBeDefined()
  })
})

describe('a role in use', () => {
  test('is renamed at members and open invitations, and cannot be deleted', async () => {
    const { owner, id, clerk } = await withRole({ team: ['create'] })
    await post(owner, 'update-member-role', id, { memberId: clerk.memberId, role: ['member', 'clerk'] })
    const dan = await server.signUp()
    const sent = await post(owner, 'invite-member', id, { email: dan.email, role: 'clerk' })
    expect((await post(owner, 'update-role', id, { roleName: 'clerk', data: { roleName: 'agent' } })).status).toBe(200)
    expect(await roleOf(clerk.memberId)).toBe('member,agent')
    expect((await post(clerk, 'create-team', id, { name: 'One' })).status).toBe(200)
    await post(owner, 'update-member-role', id, { memberId: clerk.memberId, role: 'member' })
    const refused = await post(owner, 'delete-role', id, { roleName: 'agent' })
    expect(refused.at('code')).toBe('ROLE_IS_ASSIGNED_TO_MEMBERS')
    await dan.post('/organization/accept-invitation', { invitationId: sent.at('id') })
    expect((await post(dan, 'create-team', id, { name: 'Two' })).status).toBe(200)
  })

  test('changes what its members may do at their next request, also in SQL', async () => {
    const { owner, id, clerk } = await withRole({ team: ['create'] })
    const give = async (permission: Actions) =>
      expect((await post(owner, 'update-role', id, { roleName: 'clerk', data: { permission } })).status).toBe(200)
    const invite = async () => (await post(clerk, 'invite-member', id, { email: 'a@x.test', role: 'member' })).status
    const seen = async () => {
      const { body } = await clerk.get('/organization/list-invitations', { query: { organizationId: id } })
      return Array.isArray(body) ? body.length : null
    }
    await post(owner, 'invite-member', id, { email: 'b@x.test', role: 'member' })
    expect([await invite(), await seen()]).toEqual([403, 1]) // the own one
    await give({ invitation: ['create'] })
    expect([await invite(), await seen()]).toEqual([200, 3])
    expect((await post(clerk, 'create-team', id, { name: 'x' })).status).toBe(403)
    await give({})
    expect(await seen()).toBe(1)
  })

  test('adds up with the other roles of the member', async () => {
    const { owner, id, clerk } = await withRole({ team: ['create'] })
    await create(owner, id, 'host', { invitation: ['create'] })
    const ask = async () =>
      (await post(clerk, 'has-permission', id, { permissions: { team: ['create'], invitation: ['create'] } })).body
    expect(await ask()).toEqual({ error: null, success: false })
    await post(owner, 'update-member-role', id, { memberId: clerk.memberId, role: ['clerk', 'host'] })
    expect(await ask()).toEqual({ error: null, success: true })
  })

  test('gives nothing to adopted members until somebody confirms it', async () => {
    const { owner, id, join } = await found(server)
    const eve = await join('member')
    await ctx.db.write`update "member" set "role" = 'member, legacy' where "id" = ${eve.memberId}`
    const may = async () => (await post(eve, 'create-team', id, { name: 'x' })).status
    expect(await may()).toBe(403)
    const headers = { 'x-error-details': 'true' }
    const body = { organizationId: id, role: 'legacy', permission: { team: ['create'] } }
    const refused = await owner.post('/organization/create-role', body, { headers })
    expect(refused.outcome).toEqual([
      409,
      {
        code: 'MEMBERS_HAVE_THIS_ROLE',
        message: 'Members have this role',
        details: { members: [eve.memberId] },
      },
    ])
    await create(owner, id, 'other', {})
    const renamed = { roleName: 'other', data: { roleName: 'legacy' } }
    expect((await post(owner, 'update-role', id, renamed)).at('code')).toBe('MEMBERS_HAVE_THIS_ROLE')
    expect((await owner.post('/organization/create-role', { ...body, confirm: true })).status).toBe(200)
    expect(await may()).toBe(200)
  })
})

describe('concurrent requests', () => {
  const repeat = <T>(count: number, send: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index)))

  test('create at most 50 roles', async () => {
    const { owner, id } = await found(server)
    const outcomes = await repeat(60, (index) => create(owner, id, `role-${index}`, {}))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(outcomes.filter(({ status }) => status === 400).every((one) => one.at('code') === 'TOO_MANY_ROLES')).toBe(
      true,
    )
  })

  test('create one role of a name', async () => {
    const { owner, id } = await found(server)
    const outcomes = await repeat(8, () => create(owner, id, 'same', {}))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('edit one role: one of the edits stays as a whole', async () => {
    const { owner, id, join } = await withRole({})
    const [other, edits] = [await join('owner'), [{ team: ['create'] }, { member: ['update'] }]]
    await repeat(8, (index) =>
      post([owner, other][index % 2] ?? owner, 'update-role', id, {
        roleName: 'clerk',
        data: { permission: edits[index % 2] },
      }),
    )
    const query = { organizationId: id, roleName: 'clerk' }
    const { body } = await owner.get('/organization/get-role', { query })
    expect(edits).toContainEqual(z.object({ permission: z.unknown() }).parse(body).permission)
  })

  test('do not leave a member or an invitation with a deleted role', async () => {
    const { owner, id, join } = await found(server)
    const bob = await join('member')
    for (const give of [
      () => post(owner, 'update-member-role', id, { memberId: bob.memberId, role: 'gone' }),
      () => post(owner, 'invite-member', id, { email: 'c@x.test', role: 'gone' }),
    ]) {
      await create(owner, id, 'gone', {})
      const [given, deleted] = await Promise.all([give(), post(owner, 'delete-role', id, { roleName: 'gone' })])
      expect([given.status, deleted.status].toSorted()).toEqual([200, 400])
      await post(owner, 'update-member-role', id, { memberId: bob.memberId, role: 'member' })
      if (given.status === 200) await ctx.db.write`delete from "invitation" where "organizationId" = ${id}`
      await post(owner, 'delete-role', id, { roleName: 'gone' })
    }
  })

  test('let no demoted owner create a role', async () => {
    const { owner, id, join } = await found(server)
    const other = await join('owner')
    await Promise.all([
      post(owner, 'update-member-role', id, { memberId: other.memberId, role: 'member' }),
      ...Array.from({ length: 4 }, (_, index) => create(other, id, `late-${index}`, { organization: ['delete'] })),
    ])
    expect((await create(other, id, 'later', {})).status).toBe(403)
    const rows = await ctx.db.read`
      select "event" from "journal" where "organizationId" = ${id} and "event" in ('role.created', 'owner.changed') order by "position"`
    const events = rows.map(({ event }) => String(event))
    expect(events.lastIndexOf('role.created')).toBeLessThan(events.indexOf('owner.changed'))
  })
})
