import { expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const t = await startTestApp()
const admin = await t.signUp()
await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${admin.id}`

test('finds organizations by the beginning of the name, in order and in pages', async () => {
  for (const [name, slug] of [
    ['Rowing', 'z-row'],
    ['rowers of Łódź', 'a-row'],
    ['Sailors', 'z-sail'],
  ] as const) {
    const owner = await t.signUp()
    await owner.post('/organization/create', { name, slug })
  }
  const find = async (query: Record<string, string>) => {
    const slugs: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const more = { ...query, limit: '1', ...(cursor && { cursor }) }
      const { body, headers } = await admin.get('/admin/list-organizations', { query: more })
      const { organizations, total } = Object(body)
      slugs.push(...organizations.map(({ slug }: { slug: string }) => `${slug} of ${total}`))
      cursor = headers['next-cursor']?.toString()
    }
    return slugs
  }
  expect(await find({ searchValue: 'ROW' })).toEqual(['a-row of 2', 'z-row of 2'])
  expect(await find({})).toHaveLength(3)
  expect(await find({ searchField: 'slug', searchValue: 'z-row' })).toEqual(['z-row of 1'])
  expect(await find({ searchField: 'slug', searchValue: 'z' })).toEqual([])
  expect((await admin.get('/admin/list-organizations', { query: { cursor: 'x' } })).status).toBe(400)
})

test('finds an organization by its former slug', async () => {
  const { owner, id, slug } = await found(t)
  await owner.post('/organization/update', { organizationId: id, data: { slug: `new-${slug}` } })
  const query = { searchField: 'slug', searchValue: slug }
  expect((await admin.get('/admin/list-organizations', { query })).at('organizations', 0, 'id')).toBe(id)
})

test('pages through all members of an organization', async () => {
  const { owner, id } = await found(t)
  await t.ctx.db.write`
    with many as (
      insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      select 'of ' || n, 'Crowd', 'of' || n || '@many.test', true, now(), now() from generate_series(1, 150) n returning "id")
    insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
    select "id", ${id}, "id", 'member', ${t.clock.now()}::timestamptz + interval '1 s' from many`
  const read = async (more: object) => {
    const { body, headers } = await admin.get('/admin/organization', { query: { id, ...more } })
    expect(body).toMatchObject({ organization: { id, memberCount: 151 }, invitations: [] })
    return { ids: Object(body).members.map(({ userId }: { userId: string }) => userId), next: headers['next-cursor'] }
  }
  const first = await read({})
  const second = await read({ cursor: String(first.next) })
  expect([first.ids[0], first.ids.length, second.ids.length, second.next]).toEqual([owner.id, 100, 51, undefined])
  expect(new Set([...first.ids, ...second.ids]).size).toBe(151)
})

test('deletes an organization as its owner would, once, with the reason in the journal', async () => {
  const { owner, id, join } = await found(t)
  const bob = await join('member')
  const before = await t.emails(owner.email)
  const body = { organizationId: id, reason: 'fraud' }
  const act = async () => (await admin.post('/admin/delete-organization', body)).status
  expect((await Promise.all([act(), act()])).toSorted()).toEqual([200, 400])
  expect((await owner.get('/get-session')).body).toMatchObject({ session: { activeOrganizationId: null } })
  expect((await bob.get('/organization/list')).body).toEqual([])
  const [told] = (await t.emails(owner.email)).filter(({ id: one }) => before.every((mail) => mail.id !== one))
  expect(told).toMatchObject({ template: 'organizationDeleted' })
  expect((await t.emails(bob.email)).map(({ template }) => template)).not.toContain('organizationDeleted')
  const entries = await t.ctx.db.read`
    select "event", "actorId", "details" from "journal"
    where "organizationId" = ${id} and "event" like 'organization.deleted%'`
  expect(entries).toEqual([
    { event: 'organization.deleted-by-administrator', actorId: admin.id, details: { reason: 'fraud' } },
  ])
})

test('returns members, open invitations and the audit log of an organization', async () => {
  const { owner, id, slug, join } = await found(t)
  t.clock.advance(1)
  const bob = await join('admin')
  await owner.post('/organization/invite-member', { email: 'eve@x.test', role: 'member' })
  const { body } = await admin.get('/admin/organization', { query: { id } })
  expect(body).toMatchObject({
    organization: { id, slug, memberCount: 2 },
    members: [
      { role: 'owner', user: { id: owner.id, email: owner.email } },
      { role: 'admin', user: { id: bob.id } },
    ],
    invitations: [{ email: 'eve@x.test', role: 'member', expiresAt: expect.any(String) }],
  })
  expect(Object.keys(Object(body).invitations[0])).not.toContain('id') // it would accept the invitation
  const log = async (more: object) =>
    Object((await admin.get('/admin/audit-log', { query: { organizationId: id, limit: '1', ...more } })).body)
  const { entries, next } = await log({})
  expect(entries).toMatchObject([{ event: 'invitation.sent', actor: { id: owner.id, name: 'Ann' } }])
  expect((await log({ before: next })).entries).toMatchObject([{ event: 'invitation.accepted' }])
  expect((await admin.get('/admin/organization', { query: { id: 'unknown' } })).at('code')).toBe(
    'ORGANIZATION_NOT_FOUND',
  )
  expect((await admin.get('/admin/audit-log')).status).toBe(400)
})
