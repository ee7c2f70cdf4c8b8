import { expect, test } from 'vitest'
import { parseStoredRoles } from './roles.ts'

test.each([
  [null, []],
  ['', []],
  ['owner, admin,,', ['owner', 'admin']],
  ['guest,member', ['member']],
])('a row whose roles are %j gives %j', (text, roles) => {
  expect(parseStoredRoles(text)).toEqual(roles)
})
