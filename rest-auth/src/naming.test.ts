import { describe, expect, test } from 'vitest'
import { startTestApp } from './testing/start-test-app.ts'

const t = await startTestApp()
const ann = await t.signUp({ name: 'Ann' })
const invalid = { status: 400, body: { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' } }
const taken = { status: 400, body: { code: 'ORGANIZATION_ALREADY_EXISTS', message: 'Organization already exists' } }
let number = 0
const freeSlug = () => `slug-${(number += 1)}`
const create = (fields: object) => ann.post('/organization/create', { name: 'x', slug: freeSlug(), ...fields })
const own = (await create({ name: 'Own' })).at('id')

describe('a slug', () => {
  test.each([
    'acme', 'Acme.Inc', 'acme_1-2', 'my shop', '日本', '日本語カタカナ', 'カレー', '東京tower', '注音ㄅㄆ', '한국-team', '한국韓國', 'компания-1', 'ελλάς', 'café',
    'فارسی', 'שלום', 'हिन्दी', '123', '👍',
  ])('may be %s', async (slug) => {
    expect(await ann.post('/organization/check-slug', { slug })).toMatchObject({ status: 200, body: { status: true } })
    expect(await create({ slug })).toMatchObject({ status: 200, body: { slug } })
  }) // prettier-ignore

  test.each([
    '.', '..', '...', '%2f', 'a/b', 'a\\b', 'a?b', 'a#b', ' a', 'a ', 'a\u202eb', 'a\r\nb', 'a\u0007', '\ud800', 'a\u200bb', 'a\u200db', 'a\u00adb',
    '\u0430cme', 'paypa\u04cf', 'acm\u03b5', 'カ\u0441', '한국カ', 'ａｃｍｅ', '\ufb01', 'cafe\u0301', '\u3164', '\u2800',
  ])('may not be %j', async (slug) => {
    expect(await create({ slug })).toMatchObject(invalid)
    expect(await ann.post('/organization/check-slug', { slug })).toMatchObject(invalid)
    expect(await ann.post('/organization/update', { organizationId: own, data: { slug } })).toMatchObject(invalid)
  }) // prettier-ignore

  test.each(['new', 'NEW', 'settings', 'admin'])('reserves %s for the product', async (slug) => {
    expect(await create({ slug })).toMatchObject(taken)
    expect((await ann.post('/organization/check-slug', { slug })).body).toMatchObject({ code: 'SLUG_IS_TAKEN' })
    expect(await ann.post('/organization/update', { organizationId: own, data: { slug } })).toMatchObject(taken)
  })
})

const noNames = [
  ' ',
  '\u00a0\u2003',
  '\u3164',
  '\u200b',
  '\u2800',
  'a\u202eb',
  'a\u2066b',
  'a\u200fb',
  'a\nb',
  'a\u0085b',
  'a\u2028b',
  '\u001b[1m',
  '\ud800',
  'x'.repeat(201),
]

describe('a name', () => {
  test.each(noNames)('may not be %j', async (name) => {
    const organizationId = own
    const email = `${number++}@example.com`
    const signUp = { email, password: 'correct horse battery', name: 'Ann' }
    expect(await t.post('/sign-up/email', { ...signUp, name })).toMatchObject(invalid)
    expect(
      await t.post('/sign-up/email', { ...signUp, username: `ann_${number}`, displayUsername: name }),
    ).toMatchObject(invalid)
    expect(await ann.post('/update-user', { name })).toMatchObject(invalid)
    expect(await ann.post('/update-user', { displayUsername: name })).toMatchObject(invalid)
    expect(await create({ name })).toMatchObject(invalid)
    expect(await ann.post('/organization/update', { organizationId, data: { name } })).toMatchObject(invalid)
    expect(await ann.post('/organization/create-team', { organizationId, name })).toMatchObject(invalid)
    const team = await ann.post('/organization/create-team', { organizationId, name: 'Team' })
    const renamed = { teamId: team.at('id'), data: { organizationId, name } }
    expect(await ann.post('/organization/update-team', renamed)).toMatchObject(invalid)
    expect(await t.ctx.db.read`select 1 from "user" where "email" = ${email}`).toHaveLength(0)
  })

  test.each([
    'Zoë d’Arc-Müller',
    'Ёлка',
    '李小龍',
    'محمد',
    'می‌خواهم',
    'Ann 👩‍💻',
    'A. B. (c/o D) & Söhne',
    'Ann\u00a0B',
    'x'.repeat(200),
  ])('may be %s', async (name) => {
    expect((await ann.post('/update-user', { name })).status).toBe(200)
    expect((await create({ name })).at('name')).toBe(name)
  })
})

describe('a username', () => {
  test.each(['...', '___', '._.'])('needs a letter or a digit: %s', async (username) => {
    const refusal = { status: 422, body: { code: 'USERNAME_IS_INVALID', message: 'username is invalid' } }
    expect(await ann.post('/update-user', { username })).toMatchObject(refusal)
    expect(await t.post('/is-username-available', { username })).toMatchObject(refusal)
  })

  test.each(['admin', 'Root', 'SUPPORT', 'settings'])('reserves %s for the product', async (username) => {
    const code = 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    const fields = { email: `${number++}@example.com`, password: 'correct horse battery', name: 'x', username }
    expect((await t.post('/sign-up/email', fields)).body).toMatchObject({ code })
    expect((await ann.post('/update-user', { username })).body).toMatchObject({ code })
    expect((await t.post('/is-username-available', { username })).body).toEqual({ available: false })
  })
})

test('accepts existing names that are invalid for new ones', async () => {
  const old = await t.signUp()
  await t.ctx.db.write`
    update "user" set "name" = 'Old\u202e', "username" = 'admin', "displayUsername" = E'Admin\n' where "id" = ${old.id}`
  const before = { name: 'Old\u202e', username: 'Admin', displayUsername: 'Admin\n' }
  expect((await old.post('/update-user', { ...before, image: null, language: 'de' })).status).toBe(200)
  expect((await old.get('/get-session')).at('user', 'language')).toBe('de')
  const response = await t.post('/sign-in/username', { username: 'admin', password: 'correct horse battery' })
  expect(response.status).toBe(200)

  const made = await old.post('/organization/create', { name: 'x', slug: freeSlug() })
  const organizationId = made.at('id')
  await t.ctx.db.write`update "organization" set "name" = E'x\n', "slug" = '..' where "id" = ${organizationId}`
  const data = { name: 'x\n', slug: '..', metadata: { changed: 1 } }
  expect(await old.post('/organization/update', { organizationId, data })).toMatchObject({ status: 200, body: data })
  const [team] = await t.ctx.db.write<{ id: string }[]>`
    update "team" set "name" = E'x\n' where "organizationId" = ${organizationId} returning "id"`
  const renamed = { teamId: team?.id, data: { organizationId, name: 'x\n' } }
  expect((await old.post('/organization/update-team', renamed)).status).toBe(200)
})
