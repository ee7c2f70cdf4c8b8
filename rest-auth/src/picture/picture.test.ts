import { expect, test } from 'vitest'
import { cleanUp } from '../clean-up/clean-up.ts'
import { found } from '../testing/organizations.ts'
import { dataAddress, jpeg, pictureAddress, png } from '../testing/pictures.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { statementsWait } from '../testing/statements.ts'

const t = await startTestApp()
const { baseUrl } = t.ctx.config
const addressOf = (content: Buffer) => pictureAddress(baseUrl, content)
const pathOf = (address: string) => address.slice(baseUrl.length)
const refused = { status: 400, body: { code: 'VALIDATION_ERROR' } }

const imageOf = async (of: { get: (path: string) => Promise<{ body: unknown }> }) => {
  const { body } = await of.get('/get-session')
  return Object(Object(body).user).image
}
const stored = async (content: Buffer) =>
  (await t.ctx.db.read`select from "picture" where "hash" = ${addressOf(content).slice(-64)}`).length

// 1 × 1 pixel each, except the AVIF, which has only its boxes.
const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const box = (name: string, ...parts: Buffer[]) => {
  const content = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), ...parts])
  content.writeUInt32BE(content.length, 0)
  return content
}
const side = (length: number) => Buffer.from([0, 0, length >> 8, length & 255])
const avif = (brand: string, length = 8) => {
  const ispe = box('ispe', Buffer.alloc(4), side(length), side(8))
  const meta = box('meta', Buffer.alloc(4), box('iprp', box('ipco', ispe)))
  return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')), meta])
}

test.each([
  ['image/png', png('served')],
  ['image/jpeg', jpeg],
  ['image/gif', gif],
  ['image/webp', webp],
  ['image/avif', avif('avif')],
])('moves a picture of %s out of the row, and serves it with its type', async (type, content) => {
  const ann = await t.signUp()
  const response = await ann.post('/update-user', { image: dataAddress(content, 'image/svg+xml') })
  expect(response).toMatchObject({ status: 200, body: { status: true } })
  expect(await imageOf(ann)).toBe(addressOf(content))
  const { status, headers } = await t
    .browser()
    .get(pathOf(addressOf(content)), { headers: { origin: 'https://other.test' } })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'content-length': String(content.length),
  })
  expect(headers).not.toHaveProperty('set-cookie')
  const raw = await t.app.inject({ url: `/api/auth${pathOf(addressOf(content))}` })
  expect(raw.rawPayload.equals(content)).toBe(true)
})

test('rejects invalid pictures in every call, and stores nothing', async () => {
  const { owner, id: organizationId } = await found(t)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const contents = [
    svg,
    Buffer.from('<!doctype html><script>1</script>'),
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    png('x').subarray(0, 12),
  ]
  const hostile = [
    ...contents.map((content) => dataAddress(content)),
    dataAddress(avif('heic')),
    dataAddress(png('wide', { width: 4097 })),
    dataAddress(png('high', { height: 2 ** 31 })),
    dataAddress(png('none', { width: 0 })),
    dataAddress(avif('avif', 5000)),
    dataAddress(png('a'.repeat(12_300))),
    ` data:image/svg+xml,${encodeURIComponent(svg.toString())}`,
    'DATA:text/html,x',
    'data:image/png;base64',
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    `https://cdn.test/${'a'.repeat(2048)}`,
    `${baseUrl}/pictures/${'0'.repeat(64)}`,
  ]
  const before = await t.ctx.db.read`select count(*) from "picture"`
  for (const image of hostile) {
    expect(await owner.post('/update-user', { image }), image).toMatchObject(refused)
    const organization = { name: 'x', slug: `hostile-${Math.random()}`, logo: image }
    expect(await owner.post('/organization/create', organization), image).toMatchObject(refused)
    expect(await owner.post('/organization/update', { organizationId, data: { logo: image } })).toMatchObject(refused)
    const person = { name: 'x', email: `hostile-${Math.random()}@x.test`, password: testPassword, image }
    expect(await t.browser().post('/sign-up/email', person), image).toMatchObject(refused)
  }
  expect(await t.ctx.db.read`select count(*) from "picture"`).toEqual(before)
})

test('accepts the largest picture, and keeps other URLs unchanged', async () => {
  const ann = await t.signUp()
  const content = png('a'.repeat(12_288 - png('').length - 20))
  expect(dataAddress(content).length).toBeGreaterThan(16_350)
  expect((await ann.post('/update-user', { image: dataAddress(content) })).status).toBe(200)
  expect(await imageOf(ann)).toBe(addressOf(content))
  const spaced = dataAddress(png('spaced')).replace(',', ', ').replaceAll('+', '%2B').replaceAll('=', '%3D')
  expect((await ann.post('/update-user', { image: spaced })).status).toBe(200)
  expect(await imageOf(ann)).toBe(addressOf(png('spaced')))
  const addresses = [
    'https://cdn.test/a.png',
    '/a.png',
    'a',
    's3://bucket/key',
    `https://cdn.test/pictures/${'0'.repeat(64)}`,
    '',
  ]
  for (const image of [...addresses, `https://cdn.test/${'a'.repeat(2000)}`, addressOf(png('spaced')), null]) {
    expect((await ann.post('/update-user', { image })).status, String(image)).toBe(200)
    expect(await imageOf(ann)).toBe(image)
  }
})

test('moves logos and pictures at sign-up out of the rows, and stores duplicates once', async () => {
  const content = png('shared')
  const image = addressOf(content)
  const browser = t.browser()
  const person = { name: 'Ann', email: 'shared@x.test', password: testPassword, image: dataAddress(content) }
  expect(await browser.post('/sign-up/email', person)).toMatchObject({ body: { user: { image } } })
  const logo = dataAddress(content, 'image/jpeg')
  const created = await browser.post('/organization/create', { name: 'A', slug: 'with-logo', logo })
  expect(created.at('logo')).toBe(image)
  expect(await browser.get('/organization/list')).toMatchObject({ body: [{ logo: image }] })
  expect(await browser.get('/organization/get-full-organization')).toMatchObject({
    body: { logo: image, members: [{ user: { image } }] },
  })
  const other = dataAddress(png('another'))
  const changed = await browser.post('/organization/update', { data: { logo: other } })
  expect(changed.at('logo')).toBe(addressOf(png('another')))
  expect(await stored(content)).toBe(1)
})

test('does not reveal a registered email by the response of sign-up', async () => {
  const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
  const content = png('who')
  const image = pictureAddress(strict.ctx.config.baseUrl, content)
  const signUp = async (email: string, picture: string) => {
    const { status, body } = await strict
      .browser()
      .post('/sign-up/email', { name: 'A', email, password: testPassword, image: picture })
    return { status, image: Object(Object(body).user).image }
  }
  for (const email of ['free@x.test', 'free@x.test']) {
    expect(await signUp(email, dataAddress(content))).toEqual({ status: 200, image })
    expect(await signUp(email, `${image.slice(0, -1)}x`)).toEqual({ status: 200, image: `${image.slice(0, -1)}x` })
    expect((await signUp(email, `${image.slice(0, -64)}${'0'.repeat(64)}`)).status).toBe(400)
  }
})

test('responds to a URL without a picture like to an unknown path', async () => {
  for (const hash of ['0'.repeat(64), 'x', '%00', "'"]) {
    expect(await t.browser().get(`/pictures/${hash}`)).toMatchObject({ status: hash === '%00' ? 400 : 404 })
  }
})

test('deletes unused pictures after a while, and keeps those in use', async () => {
  const ann = await t.signUp()
  const [first, second] = [png('first'), png('second')]
  await ann.post('/update-user', { image: dataAddress(first) })
  await ann.post('/organization/create', { name: 'A', slug: 'keeps-logo', logo: dataAddress(second) })
  await ann.post('/update-user', { image: null })
  t.clock.advance(599)
  await cleanUp(t.ctx)
  expect([await stored(first), await stored(second)]).toEqual([1, 1])
  t.clock.advance(2)
  await Promise.all([cleanUp(t.ctx), cleanUp(t.ctx), cleanUp(t.ctx)])
  expect([await stored(first), await stored(second)]).toEqual([0, 1])
  expect((await ann.get(pathOf(addressOf(first)))).status).toBe(404)
  await t.ctx.db.write`delete from "organization" where "slug" = 'keeps-logo'`
  await cleanUp(t.ctx)
  expect(await stored(second)).toBe(0)
})

test('keeps a picture that is used during the clean-up', async () => {
  const ann = await t.signUp()
  const content = png('raced')
  for (let times = 0; times < 20; times++) {
    await ann.post('/update-user', { image: dataAddress(content) })
    await ann.post('/update-user', { image: null })
    t.clock.advance(601)
    const [set] = await Promise.all([
      ann.post('/update-user', { image: dataAddress(content) }),
      cleanUp(t.ctx),
      cleanUp(t.ctx),
    ])
    expect(set.status).toBe(200)
    expect(await stored(content)).toBe(1)
  }
  // The clean-up has already chosen it and waits for the row.
  await ann.post('/update-user', { image: null })
  t.clock.advance(601)
  const { db } = t.ctx
  await t.ctx.database.begin(async (tx) => {
    await tx.write`delete from "picture" where "hash" = ${addressOf(content).slice(-64)}`
    const set = ann.post('/update-user', { image: dataAddress(content) })
    await statementsWait(t, 1)
    void set.then(async ({ status }) => expect(status).toBe(200))
  })
  await expect.poll(() => imageOf(ann)).toBe(addressOf(content))
  expect(await db.read`select from "picture" where "hash" = ${addressOf(content).slice(-64)}`).toHaveLength(1)
})

test('rejects wrong hashes, and the deletion of a picture in use', async () => {
  const ann = await t.signUp()
  const content = png('kept')
  await ann.post('/update-user', { image: dataAddress(content) })
  const hash = addressOf(content).slice(-64)
  await expect(t.ctx.db.write`delete from "picture" where "hash" = ${hash}`).rejects.toThrow('user_picture_fkey')
  const wrong = t.ctx.db.write`update "picture" set "content" = ${png('other')} where "hash" = ${hash}`
  await expect(wrong).rejects.toThrow('picture_check')
})
