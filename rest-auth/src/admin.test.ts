import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const admin = (...args: string[]) =>
  spawnSync(process.execPath, [resolve(import.meta.dirname, 'admin.ts'), ...args], { encoding: 'utf8' })

test('--help says how it is called', () => {
  const { status, stdout, stderr } = admin('--help')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage .*\n {2}npm run admin -- set-password /)
})

test('an option that it does not know is named, and no stack is shown', () => {
  const { status, stderr } = admin('add-member', '--rol', 'admin')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Unknown option '--rol'[^]*\n\nUsage /)
  expect(stderr).not.toMatch(/^ +at /m)
})
