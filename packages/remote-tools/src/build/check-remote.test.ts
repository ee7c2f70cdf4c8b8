// @vitest-environment node
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRemoteProblems } from './check-remote.ts'

let parent: string
let folder: string
const write = async (file: string, content = '') => {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), content)
}
const description = { name: 'mf-one', routes: [{ path: '/one', access: 'public' }] }

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'check-remote-'))
  folder = join(parent, 'mf-one')
  await write('package.json', '{ "name": "mf-one", "version": "1.0.0" }')
  await write('remote.json', JSON.stringify(description))
  for (const file of ['rspack.config.ts', 'tsconfig.json', 'src/remote.tsx']) await write(file)
  for (const file of await readdir(new URL('../../../kit/src/locales', import.meta.url)))
    await write(`src/locales/${file}`)
})
afterEach(() => rm(parent, { recursive: true }))

test('accepts a complete folder', () => expect(findRemoteProblems(folder)).toEqual([]))

test.for(['package.json', 'remote.json', 'rspack.config.ts', 'tsconfig.json', 'src/remote.tsx'])(
  'without %s it is told where to find one',
  async (file) => {
    await rm(join(folder, file))
    expect(findRemoteProblems(folder)).toEqual([
      `mf-one/${file} is missing. "remote new" creates it: docs/first-day.md, section 2.`,
    ])
  },
)

test('suggests a command when catalogues are missing', async () => {
  await rm(join(folder, 'src/locales/uk.po'))
  expect(findRemoteProblems(folder)).toEqual(['mf-one/src/locales lacks uk.po. Run "npm run codegen".'])
})

test('requires one name in package.json, remote.json and, in this repository, the folder', async () => {
  await write('package.json', '{ "name": "invoices" }')
  await write('remote.json', JSON.stringify({ ...description, name: 'mf-two' }))
  const problems = [
    'mf-one/package.json has the name "invoices", but remote.json has "mf-two". Use the same name.',
    'mf-one/package.json has no version. Add "version": "1.0.0".',
  ]
  expect(findRemoteProblems(folder)).toEqual(problems)
  const ofFolder = 'mf-one/remote.json has the name "mf-two". Use "mf-one", the name of the folder.'
  expect(findRemoteProblems(folder, 'mf-one')).toEqual([...problems, ofFolder])
})

test('names a file that is not valid JSON', async () => {
  await write('remote.json', '{')
  expect(() => findRemoteProblems(folder)).toThrow(/mf-one\/remote\.json is not valid JSON/)
})
