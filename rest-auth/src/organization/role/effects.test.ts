import { permissions, type Permission } from 'contract/permissions.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cookieOf } from '../../testing/access-token.ts'
import { found, type Colleague, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const server = await startTestApp({ ORGANIZATION_LIMIT: '1000' })

interface Scene extends TestOrganization {
  readonly clerk: Colleague
  readonly bob: Colleague
  readonly invitationId: string
}

/** A call that needs only this permission. `member:create` has none. */
const calls: Partial<Record<Permission, (at: Scene) => readonly [string, object]>> = {
  'organization:update': () => ['update', { data: { name: 'Renamed' } }],
  'organization:delete': () => ['delete', {}],
  'member:update': ({ bob }) => ['update-member-role', { memberId: bob.memberId, role: 'member' }],
  'member:delete': ({ bob }) => ['remove-member', { memberIdOrEmail: bob.memberId }],
  'invitation:create': () => ['invite-member', { email: 'new@x.test', role: 'member' }],
  'invitation:cancel': ({ invitationId }) => ['cancel-invitation', { invitationId }],
  'team:create': () => ['create-team', { name: 'Blue' }],
  'team:update': ({ teamId }) => ['update-team', { teamId, data: { name: 'Red' } }],
  'team:delete': ({ teamId }) => ['remove-team', { teamId }],
  'audit:read': () => ['audit-log', {}],
  'ac:create': () => ['create-role', { role: 'made', permission: {} }],
  'ac:read': () => ['list-roles', {}],
  'ac:update': () => ['update-role', { roleName: 'other', data: {} }],
  'ac:delete': () => ['delete-role', { roleName: 'other' }],
  'webhook:manage': () => ['list-webhooks', {}],
}
const reads = new Set(['audit-log', 'list-roles', 'list-webhooks'])

const tokenOrganization = z.object({ organization: z.object({ permissions: z.array(z.string()) }) })
const ofPage = z.object({ permissions: z.array(z.string()) })
const batch = z.object({ organizations: z.tuple([z.object({ grants: z.array(z.string()) })]) })

type Path = (at: Scene, permission: Permission) => Promise<boolean>
const asked = (permission: Permission) => {
  const [resource = '', action = ''] = permission.split(':')
  return { [resource]: [action] }
}

/** All ways to learn of, or to use, a permission. */
const paths: Record<string, Path> = {
  async 'has-permission'({ clerk, id: organizationId }, permission) {
    const body = { organizationId, permissions: asked(permission) }
    return (await clerk.post('/organization/has-permission', body)).text.includes('"success":true')
  },
  async call(at, permission) {
    const [path, body] = calls[permission]?.(at) ?? []
    if (path === undefined) return paths['batch']?.(at, permission) ?? false
    const input = { organizationId: at.id, ...body }
    const { status } = reads.has(path)
      ? await at.clerk.get(`/organization/${path}`, { query: { organizationId: at.id } })
      : await at.clerk.post(`/organization/${path}`, input)
    expect([200, 401, 403]).toContain(status)
    return status === 200
  },
  async batch({ clerk, id }, permission) {
    const query = { organizationIds: id, include: 'grants' }
    const { body } = await clerk.get('/organization/batch', { query })
    return batch.parse(body).organizations[0].grants.includes(permission)
  },
  async 'active member of a page'({ clerk, id: organizationId }, permission) {
    await clerk.post('/organization/set-active', { organizationId })
    const { body } = await clerk.get('/organization/get-active-member', { query: { permissions: 'true' } })
    return ofPage.parse(body).permissions.includes(permission)
  },
  async 'role for a page'({ clerk, id: organizationId }, permission) {
    const query = { organizationId, permissions: 'true' }
    const { body } = await clerk.get('/organization/get-active-member-role', { query })
    return ofPage.parse(body).permissions.includes(permission)
  },
  async 'list for a page'({ clerk }, permission) {
    const { body } = await clerk.get('/organization/list', { query: { permissions: 'true' } })
    return z.tuple([ofPage]).parse(body)[0].permissions.includes(permission)
  },
  async 'token of a service'({ clerk }, permission) {
    const url = '/inner/service-token?audience=mf-invoices'
    const result = await server.app.inject({ url, headers: { cookie: cookieOf(clerk) }, remoteAddress: '127.0.0.1' })
    const { token } = z.object({ token: z.string() }).parse(result.json())
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return tokenOrganization.parse(claims).organization.permissions.includes(permission)
  },
}

async function setScene(): Promise<Scene> {
  const organization = await found(server)
  const { owner, id: organizationId, join } = organization
  for (const role of ['clerk', 'other'])
    await owner.post('/organization/create-role', { organizationId, role, permission: {} })
  const [clerk, bob] = [await join('clerk'), await join('member')]
  const team = await owner.post('/organization/create-team', { organizationId, name: 'Green' })
  const invited = { organizationId, email: 'guest@x.test', role: 'member' }
  const invitation = await owner.post('/organization/invite-member', invited)
  return { ...organization, teamId: team.at('id'), clerk, bob, invitationId: invitation.at('id') }
}

const names = Object.keys(paths)
const rows = permissions.flatMap((permission, index) =>
  names
    .filter((_path, at) => process.env['TEST_FULL'] || at === index % names.length || names[at] === 'call')
    .map((path) => [permission, path] as const),
)

test.each(rows)('%s changes between two requests by: %s', async (permission, path) => {
  const at = await setScene()
  const has = () => paths[path]?.(at, permission)
  const give = async (permissionOfRole: object) => {
    const body = { organizationId: at.id, roleName: 'clerk', data: { permission: permissionOfRole } }
    expect((await at.owner.post('/organization/update-role', body)).status).toBe(200)
  }
  expect(await has()).toBe(false)
  await give(asked(permission))
  if (path !== 'call') {
    expect(await has()).toBe(true)
    await give({})
    expect(await has()).toBe(false)
    return
  }
  await give({})
  expect(await has()).toBe(false)
  await give(asked(permission))
  expect(await has()).toBe(true)
})
