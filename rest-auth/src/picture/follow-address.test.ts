import { expect, test } from 'vitest'
import { dataAddress, pictureAddress, png } from '../testing/pictures.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { startUpdatingPictureUrls } from './follow-address.ts'

const t = await startTestApp()

test('updates only our own picture URLs after a change of AUTH_URL', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  await ann.post('/update-user', { image: dataAddress(png('follows')) })
  await ann.post('/organization/create', { name: 'A', slug: 'follows', logo: dataAddress(png('a logo')) })
  const foreign = `https://cdn.test/pictures/${'0'.repeat(64)}`
  await bob.post('/update-user', { image: foreign })
  const moved = { ...t.ctx, config: { ...t.ctx.config, baseUrl: 'https://new.test/api/auth' } }
  const work = startUpdatingPictureUrls(moved)
  const addresses = () => t.ctx.db.read`
    select "id", "image" as "address" from "user" union all select 'logo', "logo" from "organization"`
  await expect.poll(addresses).toEqual(
    expect.arrayContaining([
      { id: ann.id, address: await pictureAddress(moved.config.baseUrl, png('follows')) },
      { id: bob.id, address: foreign },
      { id: 'logo', address: await pictureAddress(moved.config.baseUrl, png('a logo')) },
    ]),
  )
  await work.stop()
})
