import { expect, test } from 'vitest'
import { appleUser } from './apple.ts'
import { discordUser } from './discord.ts'
import { vkUser } from './vk.ts'

const email = 'ann@example.com'
const apple = (names: object) => appleUser.parse({ sub: '1', email, ...names })
const discord = (names: object) => discordUser.parse({ id: '1', username: 'ann', email, ...names })
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
])('of %j the name is %j', ({ name }, expected) => expect(name).toBe(expected))
