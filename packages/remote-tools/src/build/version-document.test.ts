// @vitest-environment node
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rspack } from '@rspack/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { versionDocument } from 'contract/registry.ts'
import { remoteFacts } from './build-facts.ts'
import { isNamedByContent, withContentVersion } from '../check/content-version.ts'
import { describeBuild } from './version-document.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(files: Record<string, unknown>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const remote = {
  'package.json': { version: '1.2.3' },
  'dist/remote.json': { name: 'mf-one', routes: [{ path: '/one', access: 'public' }] },
  'dist/mf-manifest.json': {
    metaData: { globalName: 'mf_one__1', remoteEntry: { name: 'assets/remoteEntry.1.js' } },
    exposes: [{ assets: { js: { sync: ['assets/remote.1.js'], async: [] }, css: { sync: ['assets/remote.1.css'] } } }],
  },
  'dist/build.json': { kit: '1.4.0', uses: { kit: ['Page'] }, bundled: [], texts: [] },
  'dist/assets/remoteEntry.1.js': 'entry()',
  'dist/assets/remoteEntry.1.js.map': '{}',
  'dist/assets/remote.1.js': 'screen()',
  'dist/assets/remote.1.css': 'p{}',
  'dist/assets/locale-de-po.1.js': 'de()',
  'src/generated/persisted-documents.json': { 'sha256:ab12': 'query One { one }' },
}

test('describes the build of a remote and its files', async () => {
  await write(remote)
  const { document, files } = await describeBuild(folder, 'mf-one')
  expect(versionDocument.parse(document)).toEqual(document)
  expect(document).toMatchObject({
    name: 'mf-one',
    version: '1.2.3',
    container: 'mf_one__1',
    entry: 'assets/remoteEntry.1.js',
    scripts: ['assets/remote.1.js'],
    styles: ['assets/remote.1.css'],
    catalogues: { de: 'assets/locale-de-po.1.js' },
    uses: { kit: ['Page'] },
    kit: '1.4.0',
    documents: { ab12: 'query One { one }' },
  })
  expect(document.description?.routes).toEqual([{ path: '/one', access: 'public' }])
  expect(Object.keys(document.files)).toEqual([
    'assets/locale-de-po.1.js',
    'assets/remote.1.css',
    'assets/remote.1.js',
    'assets/remoteEntry.1.js',
  ])
  const { integrity = '', bytes } = document.files['assets/remote.1.js'] ?? {}
  expect([String(files.get(integrity)), bytes]).toEqual(['screen()', 8])
})

test('includes a source map only with a script that names it', async () => {
  const named = {
    'dist/assets/remote.1.js': 'screen()\n//# sourceMappingURL=remote.1.js.map',
    'dist/assets/remote.1.js.map': '{}',
  }
  await write({ ...remote, ...named })
  const { document } = await describeBuild(folder, 'mf-one')
  expect(Object.keys(document.files).filter((path) => path.endsWith('.map'))).toEqual(['assets/remote.1.js.map'])
})

test("lists the scripts and styles of the shell's index.html", async () => {
  await write({
    'package.json': { version: '2.0.0' },
    'dist/build.json': { kit: '1.4.0', uses: {}, bundled: [], texts: [] },
    'dist/index.html':
      '<link rel="icon" href="/icon.svg"><script id="lock" type="application/json"></script>' +
      '<script defer src="/assets/a.js"></script><script defer src="/assets/b.js"></script><link href="/assets/a.css" rel="stylesheet">',
    'dist/assets/a.js': '',
  })
  const { document } = await describeBuild(folder, 'shell')
  expect(document).toMatchObject({
    name: 'shell',
    description: null,
    entry: 'index.html',
    scripts: ['assets/a.js', 'assets/b.js'],
    styles: ['assets/a.css'],
  })
})

test('changes the content version with the content', async () => {
  await write(remote)
  const first = withContentVersion((await describeBuild(folder, 'mf-one')).document).version
  expect(first).toMatch(/^1\.2\.3-[0-9a-f]{10}$/)
  expect(withContentVersion((await describeBuild(folder, 'mf-one')).document).version).toBe(first)
  await write({ 'dist/assets/remote.1.js': 'other()' })
  const { document } = await describeBuild(folder, 'mf-one')
  expect(withContentVersion(document).version).not.toBe(first)
  const named = [withContentVersion(document), document, { ...document, version: first }]
  expect(named.map((each) => isNamedByContent(JSON.stringify(each)))).toEqual([true, false, false])
})

test('lists the exports used from the shell, also in namespaces, re-exports and lazy imports', async () => {
  await write({
    'in.js': `import { Page, Panel as P } from 'kit'
      import * as kit from 'kit'
      import * as react from 'react'
      import './lazy.js'
      export { Text } from 'kit'
      console.log(Page, P, kit.Button, react)
      export const later = () => import('./lazy.js')`,
    'lazy.js': `import { useQuery } from 'kit/graphql'\nconsole.log(useQuery)`,
  })
  const externals = { kit: 'kit', 'kit/graphql': 'kitGraphql', react: 'react' }
  const plugins = [remoteFacts]
  const output = { path: join(folder, 'dist') }
  await new Promise<void>((done, reject) => {
    rspack({ context: folder, mode: 'production', entry: './in.js', externals, output, plugins }, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()))
      else done()
    })
  })
  await write({ ...remote, 'dist/build.json': await readFile(join(folder, 'dist/build.json'), 'utf8') })
  const { document } = await describeBuild(folder, 'mf-one')
  expect(document.uses).toEqual({ react: ['*'], kit: ['Button', 'Page', 'Panel', 'Text'], 'kit/graphql': ['useQuery'] })
})
