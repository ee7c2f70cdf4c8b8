import { expect, test } from 'vitest'
import { readSignedJson, signJson } from './signed-json.ts'
import type { Secrets } from './signed-value.ts'

const [current, old]: [Secrets, Secrets] = [['c'.repeat(32)], ['o'.repeat(32)]]

test('reads an object only with a valid secret and the same purpose', () => {
  const signed = signJson(old, 'proof', { email: 'änn@example.com' })
  expect(readSignedJson([current[0], old[0]], 'proof', signed)).toEqual({ email: 'änn@example.com' })
  expect(readSignedJson(current, 'proof', signed)).toBeNull()
  expect(readSignedJson(old, 'known-browser', signed)).toBeNull()
  expect(readSignedJson(old, 'proof', signed.replace(/^./, 'x'))).toBeNull()
  for (const other of ['', '.', 'x', 'x.y']) expect(readSignedJson(old, 'proof', other)).toBeNull()
})
