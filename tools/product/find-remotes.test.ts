import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findRemotes } from './find-remotes.ts'

const root = resolve(import.meta.dirname, '../..')

test.for(findRemotes())('finds tests in %s', (remote) => {
  expect(globSync('src/**/*.test.{ts,tsx}', { cwd: join(root, remote) })).not.toEqual([])
})
