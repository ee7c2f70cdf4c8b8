import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAll } from './build.ts'

// One commit is one version: builds of it in two folders are equal in every byte, and none knows in
// which folder it was made.

const root = resolve(import.meta.dirname, '../..')
/** On the same file system, so that the dependencies are linked, not copied. */
const parent = join(root, '.cache')
let elsewhere: string

beforeAll(() => {
  mkdirSync(parent, { recursive: true })
  elsewhere = mkdtempSync(join(parent, 'elsewhere-'))
  const files = ['package.json', 'tsconfig.base.json', 'tsconfig.browser.json']
  // gateway and rest-auth: the package of the SDK, a file of the shell, has types of theirs.
  const names = ['node_modules', ...files, 'packages', 'rest-auth', 'gateway', 'shell', 'mf-organization']
  run('cp', ['--archive', '--link', ...names, elsewhere], root)
})
afterAll(() => run('rm', ['-r', elsewhere], root), 120_000)

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
}

/** The contents of a folder's files by their names. */
function readAll(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return Object.fromEntries(files.map((file) => [relative(folder, file), contentOf(file)]))
}

/** Who imported a package first depends on which file was read first. Only messages name it, no version has it. */
function contentOf(file: string): string {
  const text = readFileSync(file, 'latin1')
  return file.endsWith('/build.json') ? JSON.stringify({ ...JSON.parse(text), importers: {} }) : text
}

/** Builds it for `mode`, in a folder beside. */
function build(folder: string, name: string, mode: string): Record<string, string> {
  const output = mkdtempSync(join(parent, 'build-'))
  const program = 'node_modules/@rspack/cli/bin/rspack.js'
  run(process.execPath, [program, 'build', '--output-path', output], join(folder, name), {
    ...process.env,
    NODE_ENV: mode,
  })
  const contents = readAll(output)
  rmSync(output, { recursive: true })
  return contents
}

test.each([
  // As all tests that start the product use it, where NODE_ENV says nothing or something else.
  ['shell', 'production', async () => (await buildAll(['shell'], process.env), readAll(join(root, 'shell/dist')))],
  ['mf-organization', 'production', () => build(root, 'mf-organization', 'production')],
  ['mf-organization', 'development', () => build(root, 'mf-organization', 'development')],
] as const)('%s, built for %s', async (name, mode, buildHere) => {
  const here: Record<string, string> = await buildHere()
  const there = build(elsewhere, name, mode)
  expect(Object.keys(here).length).toBeGreaterThan(10)
  if (name === 'shell') expect(Object.keys(here)).toContainEqual(expect.stringMatching(/^sdk\/kit-.*\.tgz$/))
  expect(Object.keys(here).filter((file) => here[file] !== there[file])).toEqual([])
  expect(Object.keys(there)).toEqual(Object.keys(here))
  expect(Object.keys(here).filter((file) => here[file]?.includes(root))).toEqual([])
})
