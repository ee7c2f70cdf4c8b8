import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanUp } from '../clean-up/clean-up.ts'
import { found } from '../testing/organizations.ts'
import { dataAddress, jpeg, pictureAddress, png } from '../testing/pictures.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { statementsWait } from '../testing/statements.ts'

const t = await startTestApp()
const { baseUrl } = t.ctx.config
const addressOf = async (content: Buffer) => pictureAddress(baseUrl, content)
const pathOf = (address: string) => address.slice(baseUrl.length)
const refused = { status: 400, body: { code: 'VALIDATION_ERROR' } }

const imageOf = async (of: { get: (path: string) => Promise<{ body: unknown }> }) => {
  const { body } = await of.get('/get-session')
  return Object(Object(body).user).image
}
const stored = async (content: Buffer) =>
  (await t.ctx.db.read`select from "picture" where "hash" = ${(await addressOf(content)).slice(-64)}`).length

/** Its first frame can be larger than its screen. */
const gif = (screen: number, frame = screen) => {
  const pair = (side: number) => Buffer.from([side & 255, side >> 8, side & 255, side >> 8])
  const start = Buffer.from([0x80, 0, 0, 255, 0, 0, 0, 0, 255, 0x2c, 0, 0, 0, 0])
  const end = Buffer.from([0, 2, 2, 0x44, 0x01, 0, 0x3b])
  return Buffer.concat([Buffer.from('GIF89a'), pair(screen), start, pair(frame), end])
}
// 8 × 8 pixels each.
const webp = Buffer.from('UklGRiwAAABXRUJQVlA4ICAAAABwAQCdASoIAAgAAsBMJYwCdAGgAAD+0MctRJUvJ+iMAA==', 'base64')
const avif = Buffer.from(
  [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACAAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt',
    'AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgICAAAABZp',
    'cG1hAAAAAAAAAAEAAQOBAgMAAAAobWRhdBIACgg4CL9pAQ0GkDISGUJjBMAANAAAkEDJHFWu7QKY',
  ].join(''),
  'base64',
)
const heic = Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1')
/** Claims another width than its frame has. */
const avifOf = (width: number, content = avif) => {
  const changed = Buffer.from(content)
  changed.writeUInt32BE(width, changed.indexOf('ispe') + 8)
  return changed
}
const large = sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#678' } })
/** Claims a canvas of 8 × 8 pixels. */
const webpOf = (content: Buffer) => {
  const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x07\0\0\x07\0\0', 'latin1')
  const changed = Buffer.concat([content.subarray(0, 12), canvas, content.subarray(12)])
  changed.writeUInt32LE(changed.length - 8, 4)
  return changed
}

test.each([
  ['png', 'image/png', png('served')],
  ['jpeg', 'image/webp', jpeg],
  ['gif', 'image/webp', gif(8)],
  ['webp', 'image/webp', webp],
  ['avif', 'image/webp', avif],
])('moves a picture of %s out of the row, and serves it again as %s', async (_, type, content) => {
  const ann = await t.signUp()
  const response = await ann.post('/update-user', { image: dataAddress(content, 'image/svg+xml') })
  expect(response).toMatchObject({ status: 200, body: { status: true } })
  expect(await imageOf(ann)).toBe(await addressOf(content))
  const { status, headers } = await t
    .browser()
    .get(pathOf(await addressOf(content)), { headers: { origin: 'https://other.test' } })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(headers).not.toHaveProperty('set-cookie')
  const raw = await t.app.inject({ url: `/api/auth${pathOf(await addressOf(content))}` })
  expect(headers).toHaveProperty('content-length', String(raw.rawPayload.length))
  expect(raw.rawPayload.equals(content)).toBe(false)
  expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ format: type.slice(6), width: 8, height: 8 })
})

test.each([
  ['a GIF', async () => gif(8, 16_000)],
  ['a WebP', async () => webpOf(await large.clone().webp().toBuffer())],
  ['an AVIF', async () => avifOf(8, await large.clone().avif({ effort: 0 }).toBuffer())],
])('stores at most 512 pixels a side of %s that hides a larger frame', async (_, hostile) => {
  const ann = await t.signUp()
  const content = await hostile()
  const { status } = await ann.post('/update-user', { image: dataAddress(content) })
  if (status === 400) return expect(await imageOf(ann)).toBeNull()
  const { rawPayload } = await t.app.inject({ url: `/api/auth${pathOf(await imageOf(ann))}` })
  expect(rawPayload.equals(content)).toBe(false)
  const { width, height } = await sharp(rawPayload).metadata()
  expect(Math.max(width, height)).toBeLessThanOrEqual(512)
})

test('scales a large picture down, and goes on after a broken one', async () => {
  const ann = await t.signUp()
  const broken = png('broken').fill(0xff, 50)
  const [refusal, { status }] = await Promise.all([
    ann.post('/update-user', { image: dataAddress(broken) }),
    ann.post('/update-user', { image: dataAddress(png('tall', { width: 512, height: 1024 })) }),
  ])
  expect(refusal).toMatchObject(refused)
  expect(status).toBe(200)
  const { rawPayload } = await t.app.inject({ url: `/api/auth${pathOf(await imageOf(ann))}` })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 256, height: 512 })
})

test('lets nobody fill the queue: another user still gets a picture', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  const square = dataAddress(png('square', { width: 1024, height: 1024 }))
  const flood = Promise.all(Array.from({ length: 40 }, () => ann.post('/update-user', { image: square })))
  const served = bob.post('/update-user', { image: dataAddress(png('small')) })
  const statuses = new Set((await flood).map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 429]))
  expect(await served).toMatchObject({ status: 200 })
  expect((await ann.post('/update-user', { image: square })).status).toBe(200)
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
    dataAddress(heic),
    dataAddress(png('wide', { width: 4097 })),
    dataAddress(png('high', { height: 2 ** 31 })),
    dataAddress(png('none', { width: 0 })),
    dataAddress(avifOf(5000)),
    dataAddress(gif(16_000)),
    dataAddress(png('a'.repeat(12_300))),
    ` data:image/svg+xml,${encodeURIComponent(svg.toString())}`,
    'DATA:text/html,x',
    'data:image/png;base64',
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    `https://cdn.test/${'a'.repeat(2048)}`,
    'https://cdn.test/\ud800.png',
    'https://cdn.test/a.png\r\nx: y',
    '<script>alert(1)</script>',
    'https://cdn.test/"onload="',
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
  expect(await imageOf(ann)).toBe(await addressOf(content))
  const spaced = dataAddress(png('spaced')).replace(',', ', ').replaceAll('+', '%2B').replaceAll('=', '%3D')
  expect((await ann.post('/update-user', { image: spaced })).status).toBe(200)
  expect(await imageOf(ann)).toBe(await addressOf(png('spaced')))
  const addresses = [
    'https://cdn.test/a.png',
    '/a.png',
    'a',
    's3://bucket/key',
    'https://cdn.test/a b (1).png?s=96&d=https%3A%2F%2Fx.test#ä',
    `https://cdn.test/pictures/${'0'.repeat(64)}`,
    '',
  ]
  for (const image of [...addresses, `https://cdn.test/${'a'.repeat(2000)}`, await addressOf(png('spaced')), null]) {
    expect((await ann.post('/update-user', { image })).status, String(image)).toBe(200)
    expect(await imageOf(ann)).toBe(image)
  }
})

test('moves logos and pictures at sign-up out of the rows, and stores duplicates once', async () => {
  const content = png('shared')
  const image = await addressOf(content)
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
  expect(changed.at('logo')).toBe(await addressOf(png('another')))
  expect(await stored(content)).toBe(1)
})

test('does not reveal a registered email by the response of sign-up', async () => {
  const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
  const content = png('who')
  const image = await pictureAddress(strict.ctx.config.baseUrl, content)
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
  expect((await ann.get(pathOf(await addressOf(first)))).status).toBe(404)
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
    await tx.write`delete from "picture" where "hash" = ${(await addressOf(content)).slice(-64)}`
    const set = ann.post('/update-user', { image: dataAddress(content) })
    await statementsWait(t, 1)
    void set.then(async ({ status }) => expect(status).toBe(200))
  })
  await expect.poll(() => imageOf(ann)).toBe(await addressOf(content))
  expect(await db.read`select from "picture" where "hash" = ${(await addressOf(content)).slice(-64)}`).toHaveLength(1)
})

test('rejects wrong hashes, and the deletion of a picture in use', async () => {
  const ann = await t.signUp()
  const content = png('kept')
  await ann.post('/update-user', { image: dataAddress(content) })
  const hash = (await addressOf(content)).slice(-64)
  await expect(t.ctx.db.write`delete from "picture" where "hash" = ${hash}`).rejects.toThrow('user_picture_fkey')
  const wrong = t.ctx.db.write`update "picture" set "content" = ${png('other')} where "hash" = ${hash}`
  await expect(wrong).rejects.toThrow('picture_check')
})
