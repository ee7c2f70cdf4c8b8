import { describe, expect, test } from 'vitest'
import { found, type TestOrganization } from '../../testing/organizations.ts'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { statementsWait } from '../../testing/statements.ts'

const server = await startTestApp({}, 8)
const { signUp } = server
const taken = { status: 400, body: { code: 'ORGANIZATION_ALREADY_EXISTS' } }
const checkedAsTaken = { status: 400, body: { code: 'SLUG_IS_TAKEN', message: 'slug is taken' } }

let count = 0
const newSlug = () => `slug-${(count += 1)}`
const create = (by: SignedIn, slug: string) => by.post('/organization/create', { name: slug, slug })
const rename = ({ owner, id }: TestOrganization, slug: string) =>
  owner.post('/organization/update', { organizationId: id, data: { slug } })
const check = (by: SignedIn, slug: string) => by.post('/organization/check-slug', { slug })
const suggest = (by: SignedIn, slug: string) => by.post('/organization/suggest-slugs', { slug })
/** The ids of the organizations that a slug leads to. */
const leadsTo = async (by: SignedIn, ...slugs: string[]) => {
  const query = { organizationSlugs: JSON.stringify(slugs) }
  const { body } = await by.get('/organization/batch', { query })
  return Object(body).organizations
}

/** An organization whose slug has changed. */
async function renamed(): Promise<TestOrganization & { former: string }> {
  const organization = await found(server)
  const slug = newSlug()
  expect(await rename(organization, slug)).toMatchObject({ status: 200, body: { slug } })
  return { ...organization, slug, former: organization.slug }
}

describe('a former slug', () => {
  test('leads only members to the organization', async () => {
    const { owner, id, slug, former, join } = await renamed()
    const member = await join('member')
    for (const person of [owner, member]) {
      expect(await leadsTo(person, former)).toMatchObject([{ id, slug, formerSlugs: [former] }])
    }
    expect(await leadsTo(await signUp(), former)).toEqual([])
    const [present] = await leadsTo(member, slug)
    expect(present).toMatchObject({ id, slug, formerSlugs: [] })
    expect(await leadsTo(member, former, slug, 'none')).toMatchObject([{ id, formerSlugs: [former] }])
  })

  test("is unknown to better-auth's calls", async () => {
    const { owner, former: organizationSlug } = await renamed()
    const hidden = { status: 403, body: { code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION' } }
    expect(await owner.get('/organization/get-full-organization', { query: { organizationSlug } })).toMatchObject(
      hidden,
    )
    expect(await owner.post('/organization/set-active', { organizationSlug })).toMatchObject(hidden)
  })

  test('cannot be taken by strangers or by members who may not rename', async () => {
    const { id, former, owner, join } = await renamed()
    for (const stranger of [await signUp(), await join('member')]) {
      expect(await check(stranger, former)).toMatchObject(checkedAsTaken)
      expect(await create(stranger, former)).toMatchObject(taken)
      expect(await rename(await found(server, stranger), former)).toMatchObject(taken)
    }
    expect(await leadsTo(owner, former)).toMatchObject([{ id }])
  })

  test('can be taken back', async () => {
    const { id, slug, former, owner, ...rest } = await renamed()
    expect((await check(owner, former)).status).toBe(200)
    expect((await rename({ id, slug, owner, ...rest }, former)).status).toBe(200)
    expect(await leadsTo(owner, slug)).toMatchObject([{ id, slug: former, formerSlugs: [slug] }])
    expect(await leadsTo(owner, former)).toMatchObject([{ id, slug: former }])
  })

  test.each(['owner', 'admin'])('can be given to another organization by an %s', async (role) => {
    const { former, owner, join } = await renamed()
    const person = role === 'owner' ? owner : await join('admin')
    const other = await create(person, former)
    expect(other.status).toBe(200)
    expect(await leadsTo(person, former)).toMatchObject([{ id: other.at('id'), slug: former }])
    const another = await renamed()
    expect((await rename(await found(server, another.owner), another.former)).status).toBe(200)
    expect(await leadsTo(another.owner, another.former)).toMatchObject([{ slug: another.former }])
  })

  test('is released with the sixth change, and with the organization', async () => {
    const organization = await found(server)
    const slugs = [organization.slug, ...Array.from({ length: 6 }, newSlug)]
    for (const slug of slugs.slice(1)) await rename(organization, slug)
    const [first = '', second = ''] = slugs
    const stranger = await signUp()
    expect(await leadsTo(organization.owner, first)).toEqual([])
    expect((await create(stranger, first)).status).toBe(200)
    expect(await leadsTo(organization.owner, second)).toMatchObject([{ id: organization.id }])
    expect(await create(stranger, second)).toMatchObject(taken)
    await organization.owner.post('/organization/delete', { organizationId: organization.id })
    expect((await create(stranger, second)).status).toBe(200)
  })

  test('is not taken by a call that waited for its release', async () => {
    const { id, owner, slug } = await found(server)
    const stranger = await signUp()
    const asked = await server.ctx.database.begin(async (db) => {
      await db.write`update "organization" set "slug" = ${newSlug()} where "id" = ${id}`
      const response = create(stranger, slug)
      await statementsWait(server, 1)
      return { response }
    })
    expect(await asked.response).toMatchObject(taken)
    expect(await leadsTo(owner, slug)).toMatchObject([{ id }])
  })

  test('is not taken while it is being released', async () => {
    const strangers = await Promise.all(Array.from({ length: 6 }, () => signUp({ emailVerified: true })))
    for (let round = 0; round < 6; round += 1) {
      const organization = await found(server)
      const calls = strangers.map((stranger) => () => create(stranger, organization.slug))
      calls.splice(round, 0, () => rename(organization, newSlug()))
      const responses = await Promise.all(calls.map((call) => call()))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...strangers.map(() => 400)])
      expect(await leadsTo(organization.owner, organization.slug)).toMatchObject([{ id: organization.id }])
    }
  })

  test('goes to one of several concurrent callers who may take it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { former, ...organization } = await renamed()
      const admins = await Promise.all([organization.join('admin'), organization.join('admin')])
      const calls = [
        () => rename(organization, former),
        ...admins.map((admin) => () => create(admin, former)),
        () => create(organization.owner, former),
      ]
      const responses = await Promise.all(calls.map((call) => call()))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
      expect(await leadsTo(organization.owner, former)).toHaveLength(
        responses.findIndex(({ status }) => status === 200) % 3 === 0 ? 1 : 0,
      )
    }
  })
})

describe('suggest-slugs', () => {
  test('suggests three available ones similar to a taken one', async () => {
    const person = await signUp()
    await create(person, 'acme')
    expect((await suggest(person, 'acme')).body).toEqual({
      available: false,
      suggestions: ['acme-2', 'acme-3', 'acme-4'],
    })
    await create(person, 'acme-2')
    await create(person, 'acme-4')
    for (const slug of ['acme', 'acme-2', 'acme-4']) {
      expect((await suggest(person, slug)).body).toEqual({
        available: false,
        suggestions: ['acme-3', 'acme-5', 'acme-6'],
      })
    }
  })

  test('suggests three for a common name and for a long one', async () => {
    const person = await signUp()
    for (const number of ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9']) await create(person, `common${number}`)
    const { body } = await suggest(person, 'common')
    expect(Object(body).suggestions).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^common-\d{4}$/)))
    const long = 'x'.repeat(200)
    await create(person, long)
    for (const slug of Object((await suggest(person, long)).body).suggestions) {
      expect(await create(person, slug)).toMatchObject({ status: 200 })
    }
  })

  test('excludes reserved words and former slugs of others', async () => {
    const person = await signUp()
    const { former, owner } = await renamed()
    expect((await suggest(person, former)).body).toMatchObject({ available: false, suggestions: { length: 3 } })
    expect((await suggest(owner, former)).body).toMatchObject({ available: true })
    expect((await suggest(person, 'settings')).body).toEqual({
      available: false,
      suggestions: ['settings-2', 'settings-3', 'settings-4'],
    })
  })

  test('requires a session and a slug, like check-slug', async () => {
    expect((await server.browser().post('/organization/suggest-slugs', { slug: 'x' })).status).toBe(401)
    for (const slug of ['', 'a/b', undefined]) {
      expect(await (await signUp()).post('/organization/suggest-slugs', { slug })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      })
    }
  })
})
