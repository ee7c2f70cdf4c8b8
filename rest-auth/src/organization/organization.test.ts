import { sql } from 'database/sql.ts'
import { describe, expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createOrganization } from './organization.ts'

const server = await startTestApp()
const { clock, ctx, signUp } = server
const now = () => clock.now().toISOString()

const activeOrganization = async (browser: { get(path: string): Promise<{ body: unknown }> }) =>
  (await browser.get('/get-session')).body

const ask = async (role: string, permissions: unknown) => {
  const organization = await found(server)
  const colleague = role === 'owner' ? organization.owner : await organization.join(role)
  return (await colleague.post('/organization/has-permission', { permissions })).body
}

describe('create', () => {
  test('makes the caller the owner and the organization the active one', async () => {
    const ann = await signUp()
    const response = await ann.post('/organization/create', { name: 'Acme', slug: 'Acme.Inc', userId: 'ignored' })
    expect(response.body).toMatchObject({ slug: 'Acme.Inc', members: [{ userId: ann.id, role: 'owner' }] })
    expect(response.setCookies.join()).toContain('better-auth.session_token=')
    expect(await activeOrganization(ann)).toMatchObject({ session: { activeOrganizationId: response.at('id') } })
  })

  test('accepts the longest name, picture and metadata', async () => {
    const ann = await signUp()
    const greatest = {
      name: 'x'.repeat(200),
      slug: 'y'.repeat(200),
      logo: `https://cdn.test/${'z'.repeat(2048 - 17)}`,
      metadata: { long: 'ä'.repeat((8192 - '{"long":""}'.length - 1) / 2) },
    }
    expect(await ann.post('/organization/create', greatest)).toMatchObject({ status: 200, body: greatest })
  })

  test('omits absent metadata', async () => {
    const ann = await signUp()
    const response = await ann.post('/organization/create', { name: 'Bare', slug: 'bare' })
    expect(Object.keys(Object(response.body))).toEqual(['id', 'name', 'slug', 'logo', 'createdAt', 'members'])
  })

  test.each([
    {},
    { name: 'x' },
    { name: '', slug: 'empty-name' },
    { name: ' ', slug: 'blank-name' },
    { name: 'x', slug: '' },
    { name: 'x'.repeat(201), slug: 'long-name' },
    { name: 'x', slug: 'x'.repeat(201) },
    { name: 'x', slug: 'a', logo: `data:image/png;base64,${'a'.repeat(16_384)}` },
    { name: 'x', slug: 'a', metadata: { long: 'ä'.repeat(4096) } },
    { name: 'x', slug: ['a'] },
    { name: 'x', slug: 'a', logo: null },
    { name: 'x', slug: 'a', metadata: [] },
    { name: 'x', slug: 'a', metadata: 'text' },
  ])('rejects %j', async (body) => {
    const ann = await signUp()
    expect(await ann.post('/organization/create', body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' },
    })
  })

  test('fails if the account is deleted meanwhile', async () => {
    const founder = { user: { id: 'deleted' }, hasSecondFactor: false, sessionId: null }
    const founding = createOrganization(server.ctx, founder, { name: 'Late', slug: 'late' })
    await expect(founding).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await server.ctx.db.read`select from "organization" where "slug" = 'late'`).toHaveLength(0)
  })

  test('is refused unless the operator allows it', async () => {
    const closed = await startTestApp({ ORGANIZATION_CREATION_ALLOWED: 'false' })
    const ann = await closed.signUp()
    expect(await ann.post('/organization/create', { name: 'x', slug: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION' },
    })
  })

  test('assigns the configured role to the creator', async () => {
    const { owner } = await found(await startTestApp({ ORGANIZATION_CREATOR_ROLE: 'admin' }))
    expect((await owner.get('/organization/get-active-member')).at('role')).toBe('admin')
  })
})

describe('update', () => {
  test('changes the given fields of the active or the given organization', async () => {
    const { owner, id: organizationId, slug } = await found(server)
    const data = { name: 'New', logo: 'l', metadata: { a: [1] }, createdAt: 'ignored' }
    const response = await owner.post('/organization/update', { data })
    const changed = { id: organizationId, name: 'New', slug, logo: 'l', metadata: { a: [1] }, createdAt: now() }
    expect(response).toMatchObject({ status: 200, body: changed })
    await found(server, owner)
    const again = await owner.post('/organization/update', { organizationId, data: { slug: `${slug}-2` } })
    expect(again.body).toEqual({ ...changed, slug: `${slug}-2` })
    const nothing = await owner.post('/organization/update', { organizationId, data: {} })
    expect(nothing.body).toEqual(again.body)
  })

  test('rejects an expected value that no organization can have', async () => {
    const { owner } = await found(server)
    const change = (name: string) => owner.post('/organization/update', { data: { name: 'New' }, expected: { name } })
    for (const name of ['\ud800', 'a\0']) expect((await change(name)).body).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect((await change('Älter 👩')).body).toMatchObject({ code: 'ORGANIZATION_HAS_CHANGED' })
  })

  test('clears logo and metadata with null', async () => {
    const { owner, slug } = await found(server)
    await owner.post('/organization/update', { data: { logo: 'l', metadata: { a: 1 } } })
    const response = await owner.post('/organization/update', { data: { logo: null, metadata: null } })
    expect(response).toMatchObject({ status: 200, body: { slug, logo: null } })
    expect(response.body).not.toHaveProperty('metadata')
  })

  test.each([{ name: null }, { name: '' }, { slug: '' }, { metadata: 'x' }, null])('rejects %j', async (data) => {
    const { owner } = await found(server)
    expect((await owner.post('/organization/update', { data })).body).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('delete', () => {
  test('deletes its contents and clears it from all sessions', async () => {
    const organization = await found(server)
    const bob = await organization.join('admin')
    await organization.owner.post('/organization/invite-member', { email: 'left@over.test', role: 'member' })
    const response = await organization.owner.post('/organization/delete', { organizationId: organization.id })
    const { id: organizationId, slug } = organization
    const row = { id: organizationId, name: slug, slug, logo: null, metadata: null, createdAt: now() }
    expect(response).toMatchObject({ status: 200, body: row })
    for (const person of [bob, organization.owner]) {
      expect(await activeOrganization(person)).toMatchObject({ session: { activeOrganizationId: null } })
    }
    const [left] = await ctx.db.read`
      select (select count(*) from "member" where "organizationId" = ${organizationId})
        + (select count(*) from "invitation" where "organizationId" = ${organizationId})
        + (select count(*) from "team" where "organizationId" = ${organizationId}) as "count"`
    expect(left).toEqual({ count: '0' })
  })

  test('clears it from thousands of sessions', async () => {
    const organization = await found(server)
    const people = [organization.owner, await organization.join('member'), await organization.join('member')]
    const ids = people.map((person) => person.id)
    const sessions = sql`"session" where "userId" in ${sql(ids)}`
    await ctx.db.write`
      insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt", "activeOrganizationId")
      select "userId" || n, "userId" || n, "userId", "expiresAt", "createdAt", "updatedAt", ${organization.id}
      from generate_series(1, 4000) n, ${sessions}`
    await organization.owner.post('/organization/delete', { organizationId: organization.id })
    const [left] = await ctx.db
      .read`select count(*)::int, count("activeOrganizationId")::int as "active" from ${sessions}`
    expect(left).toEqual({ count: 12_003, active: 0 })
  })
})

describe('reading', () => {
  test('lists a hundred, or as many as a user may create', async () => {
    const fill = async (app: TestApp) => {
      const ann = await app.signUp()
      const at = app.clock.now()
      await app.ctx.db.write`
        with made as (
          insert into "organization" ("id", "name", "slug", "createdAt")
          select 'many' || n, 'x', 'many' || n, ${at} from generate_series(1, 130) n returning "id"
        ) insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
        select "id", "id", ${ann.id}, 'member', ${at}::timestamptz + substr("id", 5)::int * interval '1 second' from made`
      return (await ann.get('/organization/list')).body
    }
    const own = { role: 'member', memberCount: 1 }
    const all = Array.from({ length: 130 }, (_, index) => ({ id: `many${index + 1}`, ...own }))
    expect(await fill(server)).toMatchObject(all.slice(0, 100))
    expect(await fill(await startTestApp({ ORGANIZATION_LIMIT: '1' }))).toMatchObject(all.slice(0, 100))
    expect(await fill(await startTestApp({ ORGANIZATION_LIMIT: '120' }))).toMatchObject(all.slice(0, 120))
  })

  test('allows a hundred organizations per user by default', async () => {
    const fresh = await startTestApp()
    const ann = await fresh.signUp()
    const create = async (index: number) =>
      (await ann.post('/organization/create', { name: 'x', slug: `fresh-${index}` })).status
    const statuses: number[] = []
    for (let index = 0; index < 101; index += 1) statuses.push(await create(index))
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 200), 403])
  })
})

test('counts members beyond the limit, but limits lists (S32)', async () => {
  const small = await startTestApp({ ORGANIZATION_MEMBERSHIP_LIMIT: '2' })
  const organization = await found(small)
  const { id: organizationId } = organization
  await organization.join('member')
  const third = await small.signUp()
  await small.ctx.db.write`
    insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
    values ('third', ${organizationId}, ${third.id}, 'member', ${small.clock.now()})` // an adopted row
  const full = await third.get('/organization/get-full-organization', { query: { organizationId } })
  expect(full).toMatchObject({ status: 200, body: { members: { length: 2 } } })
  const list = await third.get('/organization/list-members', { query: { organizationId } })
  expect(list.body).toMatchObject({ members: { length: 3 }, total: 3 })
})

describe('set-active', () => {
  test('accepts an id, a slug, the same again, and none', async () => {
    const first = await found(server)
    const second = await found(server, first.owner)
    const { owner } = first
    const byId = await owner.post('/organization/set-active', { organizationId: first.id })
    expect(byId.body).toEqual((await owner.get('/organization/get-full-organization')).body)
    expect(byId.at('id')).toBe(first.id)
    expect(byId.setCookies.join()).toContain('better-auth.session_token=')
    const bySlug = { organizationSlug: second.slug, organizationId: first.id }
    expect((await owner.post('/organization/set-active', bySlug)).at('id')).toBe(second.id)
    expect((await owner.post('/organization/set-active')).at('id')).toBe(second.id)
    const cleared = await owner.post('/organization/set-active', { organizationId: null })
    expect(cleared).toMatchObject({ status: 200, text: 'null' })
    expect(cleared.setCookies.join()).toContain('better-auth.session_token=')
    const again = await owner.post('/organization/set-active', { organizationId: null })
    expect(again).toMatchObject({ status: 200, text: 'null', setCookies: [] })
    expect(await owner.post('/organization/set-active')).toMatchObject({ status: 200, text: 'null', setCookies: [] })
  })

  test('clears the active organization if the new one is hidden', async () => {
    const foreign = await found(server)
    const { owner } = await found(server)
    await owner.post('/organization/set-active', { organizationId: foreign.id })
    expect(await activeOrganization(owner)).toMatchObject({ session: { activeOrganizationId: null } })
  })
})

describe('has-permission', () => {
  const permission = { team: ['create'] }
  test.each([
    ['owner', { organization: ['delete'] }, true],
    ['admin', { organization: ['delete'] }, false],
    ['admin', { organization: ['update'], team: ['create', 'delete'] }, true],
    ['member', { invitation: ['create'] }, false],
    ['member,admin', { invitation: ['create'] }, true],
    ['owner', { organization: [] }, false],
    ['owner', {}, false],
    ['owner', { rocket: ['launch'] }, false],
    ['owner', { team: ['create', 'launch'] }, false],
  ])('%s %j: %s', async (role, permissions, success) => {
    expect(await ask(role, permissions)).toEqual({ error: null, success })
  })

  test.each([{ permission, permissions: permission }, { permission: ['team'] }])('rejects %j', async (body) => {
    const { owner } = await found(server)
    expect((await owner.post('/organization/has-permission', body)).body).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
