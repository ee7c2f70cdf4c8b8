import { expect, test } from 'vitest'
import { codeOfMessage, errors } from './errors.ts'

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
