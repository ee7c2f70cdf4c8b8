import { expect, test } from 'vitest'
import { codeOfMessage, errors } from './errors.ts'

test.each([
  ["You can't unlink your last account", 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT'],
  ['Invalid callbackURL', 'INVALID_CALLBACKURL'],
  ['username is already taken. please try another.', 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'],
])('the code of "%s"', (message, code) => expect(codeOfMessage(message)).toBe(code))

// Codes that were named by hand on the wire, not made from the message.
const named = new Set([
  'INVALID_BODY',
  'INVALID_QUERY',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVER_BUSY',
  'SERVICE_UNAVAILABLE',
])

test.each(Object.entries(errors).filter(([key]) => !named.has(key)))('%s has the code of its message', (key, entry) => {
  if (entry.message.includes('{')) return
  expect('code' in entry ? entry.code : key).toBe(codeOfMessage(entry.message))
})
