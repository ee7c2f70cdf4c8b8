import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNewTexts } from 'remote-tools/build/texts'
import { runRemote } from 'remote-tools/command/run'

// That examples/mf-invoices is what `remote new --with-service` makes, and the feature.

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/mf-invoices')

/** The files of the feature; all others are as created. */
const own = [
  'README.md',
  'journeys/invoices.spec.ts',
  'remote.json',
  'service/invoices.test.ts',
  'service/invoices.ts',
  'service/main.ts',
  'src/new-invoice.tsx',
  'src/organization-tab.tsx',
  'src/places.test.tsx',
  'src/start-card.tsx',
  'src/use-money.ts',
]
/** Created files that the feature replaces. */
const replaced = ['journeys/entries.spec.ts', 'service/README.md', 'service/entries.test.ts', 'service/entries.ts']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'example-'))
  await mkdir(join(folder, 'packages/kit'), { recursive: true })
  for (const file of ['packages/kit/package.json', 'pnpm-workspace.yaml']) await writeFile(join(folder, file), '{}')
})
afterAll(() => rm(folder, { recursive: true }))

/** Sources by path, without catalogues: these are made of the texts. */
async function read(place: string): Promise<Record<string, string>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(place, join(parentPath, name)))
    .filter((path) => !/^(node_modules|dist|\.remote|src\/locales|service\.db)/.test(path))
  const contents = files.map(async (path) => [path, await readFile(join(place, path), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(contents))
}

test('matches what the command creates, except for the feature', async () => {
  const args = ['new', 'mf-invoices', '--with-service', '--to', 'http://127.0.0.1:2']
  const { code, err } = await runRemote(args, { environment: {}, folder, stage: async (_title, work) => work() })
  expect(code, err).toBe(0)
  const [made, kept] = await Promise.all([read(join(folder, 'mf-invoices')), read(example)])
  const paths = [...new Set([...Object.keys(made), ...Object.keys(kept)])]
  const differing = paths.filter((path) => made[path] !== kept[path])
  expect(differing.toSorted()).toEqual([...own, ...replaced].toSorted())
  expect(Object.keys(kept)).not.toEqual(expect.arrayContaining(replaced))
})

test('has all of its texts in its catalogues', async () => {
  const copy = join(folder, 'copy')
  await cp(example, copy, { recursive: true, filter: (path) => !/node_modules|dist/.test(relative(example, path)) })
  expect(await addNewTexts(copy)).toEqual([])
})

test('has a service of at most 170 lines', async () => {
  const files = Object.entries(await read(join(example, 'service')))
  const sources = files.filter(([path]) => !/test(ing)?\.ts$/.test(path))
  expect(sources.length).toBe(4)
  const lines = sources.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
  expect(lines).toBeLessThanOrEqual(170)
})
