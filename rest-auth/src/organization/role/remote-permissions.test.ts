import type { ReportedPermission } from 'contract/remote-permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serviceToken } from '../../testing/access-token.ts'
import { found, type Colleague } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'

const server = await startTestApp({ ORGANIZATION_LIMIT: '1000' })

const name = 'mf-invoices:approve'
const approve: ReportedPermission = { name, key: 'one', admins: false, label: { en: 'Approve invoices' } }
const permission = { 'mf-invoices': ['approve'] }

/** As the shell's server, from the same machine. */
async function report(...permissions: ReportedPermission[]): Promise<void> {
  const response = await send({ permissions })
  expect(response.statusCode).toBe(200)
}
const send = (payload: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'PUT', url: '/inner/remote-permissions', payload, headers, remoteAddress })

beforeEach(() => report(approve))

const post = (who: SignedIn, organizationId: string, path: string, body: object = {}) =>
  who.post(`/organization/${path}`, { organizationId, ...body })

/** An organization with a member who has the role `clerk`. */
async function withClerk(granted: object = permission) {
  const organization = await found(server)
  const { owner, id } = organization
  expect((await post(owner, id, 'create-role', { role: 'clerk', permission: granted })).status).toBe(200)
  return { ...organization, clerk: await organization.join('clerk') }
}

const grants = z.object({ organizations: z.tuple([z.object({ grants: z.array(z.string()) })]) })
const ofToken = z.object({ organization: z.object({ permissions: z.array(z.string()) }) })
const ofPage = z.object({ permissions: z.array(z.string()) })

/** Whether all ways to learn of it agree that the member has it. */
async function has(who: SignedIn, organizationId: string): Promise<boolean> {
  await who.post('/organization/set-active', { organizationId })
  const asked = await post(who, organizationId, 'has-permission', { permissions: permission })
  const batch = await who.get('/organization/batch', { query: { organizationIds: organizationId, include: 'grants' } })
  const page = await who.get('/organization/get-active-member', { query: { permissions: 'true' } })
  const claims = async (audience: string) => {
    const [, payload = ''] = (await serviceToken(server, who, audience)).split('.')
    return ofToken.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())).organization.permissions
  }
  expect(await claims('mf-other')).not.toContain(name)
  const answers = [
    asked.text.includes('"success":true'),
    grants.parse(batch.body).organizations[0].grants.includes(name),
    ofPage.parse(page.body).permissions.includes(name),
    (await claims('mf-invoices')).includes(name),
  ]
  expect(new Set(answers).size).toBe(1)
  return answers[0] === true
}

describe('a permission of a remote', () => {
  test('belongs to owners, to admins if they are marked, and to roles that grant it', async () => {
    const { id, owner, join, clerk } = await withClerk()
    const [admin, member] = [await join('admin'), await join('member')]
    const holders = async () => Promise.all([owner, admin, clerk, member].map((who) => has(who, id)))
    expect(await holders()).toEqual([true, false, true, false])
    await report({ ...approve, admins: true })
    expect(await holders()).toEqual([true, true, true, false])
    await post(owner, id, 'update-role', { roleName: 'clerk', data: { permission: {} } })
    expect(await holders()).toEqual([true, true, false, false])
  })

  test('grants nothing while no released version has it, or to another signing key', async () => {
    const { id, owner, clerk } = await withClerk({ ...permission, team: ['create'] })
    const shown = async () => (await owner.get('/organization/list-roles', { query: { organizationId: id } })).body
    const role = (granted: object) => [expect.objectContaining({ role: 'clerk', permission: granted })]
    expect([await has(clerk, id), await has(owner, id)]).toEqual([true, true])
    await report()
    expect([await has(clerk, id), await has(owner, id)]).toEqual([false, false])
    expect(await shown()).toEqual(role({ team: ['create'] }))
    await report({ ...approve, key: 'another' })
    expect([await has(clerk, id), await has(owner, id)]).toEqual([false, true])
    expect(await shown()).toEqual(role({ team: ['create'] }))
    await report(approve)
    expect(await has(clerk, id)).toBe(true)
    expect(await shown()).toEqual(role({ team: ['create'], ...permission }))
    // A change while it sleeps ends it.
    await report()
    await post(owner, id, 'update-role', { roleName: 'clerk', data: { permission: { team: ['create'] } } })
    await report(approve)
    expect(await has(clerk, id)).toBe(false)
  })

  test('survives a new name and a new label of the role', async () => {
    const { id, owner, clerk } = await withClerk()
    await post(owner, id, 'update-role', { roleName: 'clerk', data: { roleName: 'accountant', label: 'Accountant' } })
    expect(await has(clerk, id)).toBe(true)
  })

  test.each([
    [{ 'mf-invoices': ['pay'] }, 403, 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE'],
    [{ 'mf-unknown': ['approve'] }, 400, 'INVALID_RESOURCE'],
    [{ 'mf-invoices@one': ['approve'] }, 400, 'INVALID_RESOURCE'],
  ])('%j is none, also for an owner', async (granted, status, code) => {
    const { owner, id } = await found(server)
    const refused = await post(owner, id, 'create-role', { role: 'clerk', permission: granted })
    expect([refused.status, refused.at('code')]).toEqual([status, code])
  })

  test('is listed for those who may read roles', async () => {
    const { owner, id } = await found(server)
    const outsider = await server.signUp()
    const query = { organizationId: id }
    expect((await owner.get('/organization/list-permissions', { query })).body).toEqual([
      { name, admins: false, label: { en: 'Approve invoices' } },
    ])
    expect((await outsider.get('/organization/list-permissions', { query })).status).toBe(403)
  })
})

describe('nobody gives more than they have', () => {
  const powers = { ac: ['create', 'update', 'delete'], member: ['update'], invitation: ['create'] }
  /** Calls of somebody with these powers who would give the permission. */
  const calls = {
    'create-role': () => ({ role: 'new', permission }),
    'update-role': () => ({ roleName: 'approver', data: { label: 'Mine' } }),
    'delete-role': () => ({ roleName: 'approver' }),
    'update-member-role': ({ memberId }: Colleague) => ({ memberId, role: ['member', 'approver'] }),
    'invite-member': () => ({ email: 'guest@x.test', role: 'approver' }),
  } satisfies Record<string, (bob: Colleague) => object>

  test.each(Object.entries(calls))('%s', async (path, body) => {
    const { id, owner, clerk, join } = await withClerk(powers)
    await post(owner, id, 'create-role', { role: 'approver', permission })
    const bob = await join('member')
    const attempt = async (who: SignedIn) => (await post(who, id, path, body(bob))).status
    expect(await attempt(clerk)).toBe(403)
    // It sleeps, and could be given in vain now to work later.
    await report()
    if (path !== 'create-role') expect(await attempt(clerk)).toBe(403)
    await report(approve)
    await post(owner, id, 'update-role', { roleName: 'clerk', data: { permission: { ...powers, ...permission } } })
    expect(await attempt(clerk)).toBe(200)
  })

  test('owners give a role with a sleeping permission, and take it away', async () => {
    const { id, owner, join } = await withClerk()
    const bob = await join('member')
    await report()
    const given = { memberId: bob.memberId, role: ['clerk'] }
    expect((await post(owner, id, 'update-member-role', given)).status).toBe(200)
    expect((await post(owner, id, 'update-role', { roleName: 'clerk', data: { permission: {} } })).status).toBe(200)
  })

  test('the role admin contains what remotes mark for admins', async () => {
    const all = { ...powers, organization: ['update'], member: ['create', 'update', 'delete'] }
    const { permissions } = await import('contract/permissions.ts')
    const ofAdmin = permissions.filter((each) => each !== 'organization:delete').map((each) => each.split(':'))
    for (const [resource = '', action = ''] of ofAdmin)
      Object.assign(all, { [resource]: [...(Reflect.get(all, resource) ?? []), action] })
    const { id, clerk, join } = await withClerk(all)
    const bob = await join('member')
    await report({ ...approve, admins: true })
    const promote = async () =>
      (await post(clerk, id, 'update-member-role', { memberId: bob.memberId, role: 'admin' })).status
    expect(await promote()).toBe(403)
    await report(approve)
    expect(await promote()).toBe(200)
  })

  test('an invitation lapses once its inviter no longer has it', async () => {
    const { id, owner, clerk } = await withClerk({ ...powers, ...permission })
    await post(owner, id, 'create-role', { role: 'approver', permission })
    const guest = await server.signUp()
    const invited = await post(clerk, id, 'invite-member', { email: guest.email, role: 'approver' })
    await report()
    const accept = async () =>
      (await guest.post('/organization/accept-invitation', { invitationId: invited.at('id') })).status
    expect(await accept()).toBe(400)
    await report(approve)
    expect(await accept()).toBe(200)
  })
})

describe('the report', () => {
  test.each([
    ['another machine', {}, '203.0.113.7'],
    ['a proxy, for others', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
    ['a page', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, '127.0.0.1'],
  ])('is not accepted from %s', async (_, headers, address) => {
    const response = await send({ permissions: [] }, headers, address)
    expect([403, 404]).toContain(response.statusCode)
    const { owner, id } = await found(server)
    expect(await has(owner, id)).toBe(true)
  })

  test('is taken as a whole if several arrive at once, and writes nothing if it has not changed', async () => {
    const two = { ...approve, name: 'mf-other:look' }
    await Promise.all([report(approve, two), report(two), report(approve, two), report(two, approve)])
    await report(approve, two)
    const rows = () => server.ctx.db.read`select "name", xmin::text from "remotePermission" order by "name"`
    const before = await rows()
    await report(two, approve)
    expect([await rows(), before.length]).toEqual([before, 2])
  })
})
