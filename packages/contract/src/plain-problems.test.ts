import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainPlainly } from './plain-problems.ts'

explainPlainly()

test.each([
  [z.string(), undefined, 'is missing'],
  [z.string(), 5, 'must be a string'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.record(z.string(), z.string()), [], 'must be an object'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.array(z.string()).min(2), ['a'], 'must have at least 2 entries'],
  [z.int().min(60), 0, 'must be at least 60'],
  [z.number().max(100), 101, 'must be at most 100'],
  [z.enum(['publish', 'promote']), 'fly', 'must be one of "publish", "promote"'],
  [z.literal(1), 2, 'must be 1'],
  [z.strictObject({}), { nmae: 1 }, 'must not contain "nmae"'],
  [z.string().regex(/^\d+d$/), '5', 'must match /^\\d+d$/'],
  [z.url(), 'x', 'must be a valid url'],
  [z.union([z.string(), z.number()]), true, 'has an unknown form'],
  [z.string('must be a name'), 5, 'must be a name'],
])('explains what is wrong with a value: %#', (schema, value, sentence) => {
  expect(z.safeParse(schema, value).error?.issues[0]?.message).toBe(sentence)
})
