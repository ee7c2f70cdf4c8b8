import { expect, test } from 'vitest'
import { readSignedJson, signJson } from './signed-json.ts'
import type { Secrets } from './signed-value.ts'

const [current, old]: [Secrets, Secrets] = [['c'.repeat(32)], ['o'.repeat(32)]]

test('an object is read by those who know one of the secrets, for the purpose that it was signed for', () => {
  const signed = signJson(old, 'proof', { email: 'änn@example.com' })
  expect(readSignedJson([current[0], old[0]], 'proof', signed)).toEqual({ email: 'änn@example.com' })
  expect(readSignedJson(current, 'proof', signed)).toBeNull()
  expect(readSignedJson(old, 'known-browser', signed)).toBeNull()
  expect(readSignedJson(old, 'proof', signed.replace(/^./, 'x'))).toBeNull()
  for (const other of ['', '.', 'x', 'x.y']) expect(readSignedJson(old, 'proof', other)).toBeNull()
})
