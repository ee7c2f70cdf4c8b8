import { expect, test } from 'vitest'
import { parseStoredRoles } from './roles.ts'

test.each([
  [null, []],
  ['', []],
  ['owner, admin,,', ['owner', 'admin']],
  ['guest,member', ['member']],
])('parses the stored roles %j as %j', (text, roles) => {
  expect(parseStoredRoles(text)).toEqual(roles)
})
