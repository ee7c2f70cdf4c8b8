import { expect, test } from 'vitest'
import { appleUser } from './apple.ts'
import { discordUser } from './discord.ts'
import { githubUser } from './github.ts'
import { microsoftUser } from './microsoft.ts'
import { vkUser } from './vk.ts'

// Profiles that the demo providers never send.
const email = 'ann@example.com'
const other = 'other@example.com'
const apple = (names: object) => appleUser.parse({ sub: '1', email, ...names })
const discord = (fields: object) =>
  discordUser.parse({ id: '80351110224678912', username: 'ann', email, verified: true, ...fields })
const vk = (names: object) => vkUser.parse({ user: { user_id: 1, email, ...names } })

test.each([
  [apple({ name: 'Ann' }), 'Ann'],
  [apple({ name: 'Ann', user: { name: { firstName: 'Anna', lastName: 'Lee' } } }), 'Anna Lee'],
  [apple({ user: { name: {} } }), email],
  [apple({ email: undefined }), ''],
  [discord({ global_name: 'Ann' }), 'Ann'],
  [discord({}), 'ann'],
  [vk({ first_name: 'Anna', last_name: 'Lee' }), 'Anna Lee'],
  [vk({ last_name: 'Lee' }), 'Lee'],
  [vk({}), email],
  [vk({ email: undefined }), ''],
])('reads from %j the name %j', ({ name }, expected) => expect(name).toBe(expected))

test.each([
  [{ avatar: 'a_moving' }, 'avatars/80351110224678912/a_moving.gif'],
  [{ avatar: 'still' }, 'avatars/80351110224678912/still.png'],
  [{ avatar: '../evil' }, 'embed/avatars/5.png'],
  [{ avatar: null, discriminator: '0' }, 'embed/avatars/5.png'],
  [{ avatar: null, discriminator: '1337' }, 'embed/avatars/2.png'],
])('gives %o of Discord the picture %s', (fields, image) => {
  expect(discord(fields).image).toBe(`https://cdn.discordapp.com/${image}`)
})

const primary = { email, primary: true, verified: true }
const secondary = { email: other, primary: false, verified: false }
test.each([
  ['the public one, verified by the list', other, [primary, secondary], { email: other, emailVerified: false }],
  ['otherwise the primary one', null, [secondary, primary], { email, emailVerified: true }],
  ['otherwise the first', null, [secondary], { email: other, emailVerified: false }],
  ['the public one, where the list is not permitted', other, null, { email: other, emailVerified: false }],
])('chooses the email of GitHub: %s', (_, shown, emails, expected) => {
  expect(githubUser.parse({ user: { id: 1, login: 'ann', email: shown }, emails })).toMatchObject(expected)
})

test.each([
  ['nothing', {}, false],
  ['its primary addresses', { verified_primary_email: [email] }, true],
  ['its secondary addresses', { verified_secondary_email: [other, email] }, true],
  ['other addresses', { verified_primary_email: [other] }, false],
  ['an odd claim', { verified_primary_email: email }, false],
])('verifies an email of Microsoft by %s: %o', (_, claims, emailVerified) => {
  expect(microsoftUser.parse({ sub: '1', email, photo: null, ...claims })).toMatchObject({ email, emailVerified })
})
