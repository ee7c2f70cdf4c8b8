import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeChanges, schemaChangelog } from './schema-changes.ts'

test('lists each change once, breaking ones first', async () => {
  const before = 'type Query { "old words" b: Int c(d: Int): Int "two\nlines" e: Int } enum E { X Y }'
  const after =
    'type Query { "new words" b: Int c(d: Int, "which" f: ID): Int "two lines" e: Int "new" g: E } enum E { X }'
  expect(await describeChanges(before, after)).toEqual([
    "**Breaking**: Enum value 'Y' was removed from enum 'E'",
    "Field 'g' was added to object type 'Query'",
    "Argument 'f: ID' added to field 'Query.c'",
    '`Query.b` has a new description',
  ])
  expect(await describeChanges(before, before)).toEqual([])
})

test('keeps docs/graphql-changelog.md up to date with the entries of releases', async () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/graphql-changelog.md'), 'utf8')
  expect(text).toBe(await schemaChangelog(text))
  const released = await schemaChangelog(text, '9.0.0')
  expect(released).toContain('## 9.0.0\n')
  expect(await schemaChangelog(released)).toContain('## 9.0.0\n')
})
