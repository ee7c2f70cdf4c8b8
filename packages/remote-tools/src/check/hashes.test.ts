// @vitest-environment node
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { VersionDocument } from 'contract/registry.ts'
import { checkHashes } from './hashes.ts'

const hashOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** `files`: contents by path. */
function violationsOf(files: Record<string, string>, name = 'mf-one'): string[] {
  const version: VersionDocument = {
    format: 1,
    name,
    version: '1.0.0',
    description: null,
    entry: 'entry.js',
    scripts: [],
    styles: [],
    screens: {},
    sharedFiles: {},
    catalogues: {},
    uses: {},
    kit: '1.0.0',
    documents: {},
    files: Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, { integrity: hashOf(content), bytes: content.length }]),
    ),
  }
  const contents = new Map(Object.values(files).map((content) => [hashOf(content), Buffer.from(content)]))
  return checkHashes(version, contents).map(({ symbol, code }) => `${code} ${symbol}`)
}

test('requires hashes of all scripts and styles in the entry or the files that it loads', () => {
  const style = '.one {}'
  const late = 'late()'
  const screen = `screen("${hashOf(late)}")`
  const entry = `entry(["${hashOf(screen)}", "${hashOf(style)}"])`
  const whole = { 'entry.js': entry, 'screen.js': screen, 'late.js': late, 'one.css': style, 'logo.png': 'picture' }
  expect(violationsOf(whole)).toEqual([])
  expect(violationsOf({ ...whole, 'late.js': 'other()' })).toEqual(['HASH_MISSING late.js'])
  // Files that only name each other are not verified by anything.
  const stray = 'stray()'
  expect(violationsOf({ ...whole, 'a.js': `"${hashOf(stray)}"`, 'b.mjs': stray, 'c.css': '.c {}' })).toEqual([
    'HASH_MISSING a.js',
    'HASH_MISSING b.mjs',
    'HASH_MISSING c.css',
  ])
})

test('accepts hashes in the page for developers, only of the shell', () => {
  const late = 'late()'
  const files = { 'entry.js': 'entry()', 'development.html': `<script integrity="${hashOf(late)}">`, 'late.js': late }
  expect(violationsOf(files, 'shell')).toEqual([])
  expect(violationsOf(files)).toEqual(['HASH_MISSING late.js'])
})
