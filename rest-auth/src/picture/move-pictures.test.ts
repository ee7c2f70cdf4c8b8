import { expect, test } from 'vitest'
import { dataAddress, pictureAddress, png } from '../testing/pictures.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { statementsWait } from '../testing/statements.ts'
import { followAddress, movePictures, startMovingPictures } from './move-pictures.ts'

const t = await startTestApp()
const { sql, config } = t.ctx
const addressOf = (content: Buffer) => pictureAddress(config.baseUrl, content)

/** As version 1.1 left them. */
async function insertOld(id: string, image: string | null): Promise<void> {
  const now = t.clock.now()
  await sql`insert into "user" ("id", "name", "email", "image", "createdAt", "updatedAt")
    values (${id}, ${id}, ${`${id}@x.test`}, ${image}, ${now}, ${now})`
  await sql`insert into "organization" ("id", "name", "slug", "logo", "createdAt") values (${id}, ${id}, ${id}, ${image}, ${now})`
}
const images = async (prefix: string) => {
  const like = `${prefix}%`
  const users = await sql.read<
    { image: string | null }[]
  >`select "image" from "user" where "id" like ${like} order by "id"`
  const logos = await sql.read<
    { logo: string | null }[]
  >`select "logo" from "organization" where "id" like ${like} order by "id"`
  return { users: users.map(({ image }) => image), logos: logos.map(({ logo }) => logo) }
}
const moveAll = async () => {
  while (await movePictures(t.ctx));
}

test('pictures of before move; what was none goes, addresses stay', async () => {
  const large = png('a'.repeat(150_000))
  const olds = [
    dataAddress(png('old')),
    dataAddress(png('old')).replace(',', ', '), // as better-auth kept photos of Microsoft
    dataAddress(large),
    'data:image/svg+xml,<svg/>',
    `https://cdn.test/${'a'.repeat(4000)}`,
    'https://cdn.test/a.png',
    null,
  ]
  for (const [index, image] of olds.entries()) await insertOld(`old${index}`, image)
  await moveAll()
  const old = addressOf(png('old'))
  const expected = [old, old, addressOf(large), null, null, 'https://cdn.test/a.png', null]
  expect(await images('old')).toEqual({ users: expected, logos: expected })
  expect((await t.browser().get(addressOf(large).slice(config.baseUrl.length))).headers['content-type']).toBe(
    'image/png',
  )
  expect(await movePictures(t.ctx)).toBe(false)
})

test('it can end in the middle, and several may be at it', async () => {
  const many = Array.from({ length: 90 }, (_, n) => png(`many ${n % 40}`))
  for (const [n, content] of many.entries()) await insertOld(`many${100 + n}`, dataAddress(content))
  expect(await movePictures(t.ctx), 'a first instance, which ends after its batch').toBe(true)
  const left = (await images('many')).users.filter((image) => image?.startsWith('data:'))
  expect(left).toHaveLength(70)
  await Promise.all([moveAll(), moveAll(), moveAll()])
  const expected = many.map(addressOf)
  expect(await images('many')).toEqual({ users: expected, logos: expected })
  const [held] = await sql.read<{ count: number }[]>`
    select count(*)::int as "count" from "picture" p join "user" u on u."picture" = p."hash" where u."id" like 'many%'`
  expect(held?.count).toBe(90)
})

test('a picture that somebody sets meanwhile is not undone', async () => {
  await insertOld('meanwhile', dataAddress(png('before')))
  const moving = await t.ctx.database.begin(async (tx) => {
    await tx`update "user" set "image" = 'https://cdn.test/new.png' where "id" = 'meanwhile'`
    const work = movePictures(t.ctx)
    await statementsWait(t, 1)
    return { work }
  })
  await moving.work
  expect(await images('meanwhile')).toEqual({ users: ['https://cdn.test/new.png'], logos: [addressOf(png('before'))] })
})

test('our addresses follow AUTH_URL, and nobody else’s', async () => {
  const ann = await t.signUp()
  const content = png('follows')
  await ann.post('/update-user', { image: dataAddress(content) })
  const moved = { ...t.ctx, config: { ...config, baseUrl: 'https://new.test/api/auth' } }
  while (await followAddress(moved));
  const imageNow = async () => (await sql.read`select "image" from "user" where "id" = ${ann.id}`)[0]?.['image']
  expect(await imageNow()).toBe(pictureAddress(moved.config.baseUrl, content))
  // An instance of before does not know of the column beside it.
  await sql`update "user" set "image" = 'https://cdn.test/a.png' where "id" = ${ann.id}`
  await moveAll()
  expect(await imageNow()).toBe('https://cdn.test/a.png')
})

test('it runs by itself', async () => {
  await insertOld('by-itself', dataAddress(png('by itself')))
  const work = startMovingPictures(t.ctx)
  await expect.poll(() => images('by-itself')).toMatchObject({ users: [addressOf(png('by itself'))] })
  await work.stop()
  const after = startMovingPictures({ ...t.ctx, config: { ...config, baseUrl: 'https://new.test/api/auth' } })
  const followed = { users: [pictureAddress('https://new.test/api/auth', png('by itself'))] }
  await expect.poll(() => images('by-itself')).toMatchObject(followed)
  await after.stop()
})
