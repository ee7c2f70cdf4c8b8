// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// One commit is one version: builds of it in two folders are equal in every byte, and none knows in which folder it was made.

const root = resolve(import.meta.dirname, '../..')
/** On the same file system, so that the dependencies are linked, not copied. */
const parent = join(root, '.cache')
let elsewhere: string

beforeAll(() => {
  mkdirSync(parent, { recursive: true })
  elsewhere = mkdtempSync(join(parent, 'elsewhere-'))
  const files = ['package.json', 'tsconfig.base.json', 'tsconfig.browser.json']
  // gateway and rest-auth: the package of the SDK, a file of the shell, has types of theirs.
  const names = ['node_modules', ...files, 'kit', 'rest-auth', 'gateway', 'shell', 'mf-organization']
  run('cp', ['--archive', '--link', ...names, elsewhere], root)
}, 120_000)
afterAll(() => run('rm', ['-r', elsewhere], root), 120_000)

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
}

/** The contents of a build's files by their names. */
function build(folder: string, name: string, mode: string): Record<string, string> {
  const output = mkdtempSync(join(parent, 'build-'))
  const program = 'node_modules/@rspack/cli/bin/rspack.js'
  const env = { ...process.env, NODE_ENV: mode }
  run(process.execPath, [program, 'build', '--output-path', output], join(folder, name), env)
  const files = readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const contents = Object.fromEntries(files.map((file) => [relative(output, file), readFileSync(file, 'latin1')]))
  rmSync(output, { recursive: true })
  return contents
}

test.each([
  ['shell', 'production'],
  ['mf-organization', 'production'],
  ['mf-organization', 'development'],
])('%s, built for %s', { timeout: 240_000 }, (name, mode) => {
  const here = build(root, name, mode)
  const there = build(elsewhere, name, mode)
  expect(Object.keys(here).length).toBeGreaterThan(10)
  expect(Object.keys(here).filter((file) => here[file] !== there[file])).toEqual([])
  expect(Object.keys(there)).toEqual(Object.keys(here))
  expect(Object.keys(here).filter((file) => here[file]?.includes(root))).toEqual([])
})
