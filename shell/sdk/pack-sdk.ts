import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { remoteDescription } from 'contract/remote-description.ts'
import { compileModule } from 'remote-tools/build/compile-module'
import { compileCatalog } from 'remote-tools/build/po-loader'
import { z } from 'zod'
import {
  findSource,
  findSources,
  installedVersion,
  kit,
  ownerOf,
  placeOf,
  readManifest,
  replaceSpecifiers,
  root,
  sdkExports,
  specifiersOf,
  tools,
} from './sources.ts'

/** Must exist only once in a remote's installation, because the remote uses them too. */
const peers = [
  '@graphql-typed-document-node/core',
  '@lingui/core',
  '@lingui/react',
  '@playwright/test',
  '@types/react',
  'graphql',
  'happy-dom',
  'react',
  'react-dom',
  'rxjs',
  'typescript',
  'vitest',
]

const command = 'remote-tools/src/command/main.ts'

/** The same sources always produce the same bytes. */
export async function packSdk(): Promise<{ name: string; content: Buffer }> {
  const declarations = await mkdtemp(join(tmpdir(), 'sdk-'))
  try {
    await promisify(execFile)(process.execPath, [
      join(kit, 'node_modules/typescript/bin/tsc'),
      '--project',
      join(import.meta.dirname, 'tsconfig.package.json'),
      '--outDir',
      declarations,
    ])
    const sources = findSources()
    const files = new Map<string, string>()
    const add = async (source: string): Promise<void> => {
      const place = placeOf(source)
      const text = await readFile(source, 'utf8')
      if (!/\.tsx?$/.test(source)) return void files.set(place, text)
      const declaration = await readFile(asDeclaration(join(declarations, relative(root, source))), 'utf8')
      files.set(asDeclaration(place), pointToPackage(asDeclaration(source), declaration, source))
      files.set(asScript(place), pointToPackage(asScript(source), (await compileModule(text, source)).code, source))
    }
    await Promise.all(sources.map(add))
    for (const [place, source] of await compileCatalogues()) files.set(place, source)
    files.set('remote.schema.json', JSON.stringify(z.toJSONSchema(remoteDescription, { io: 'input' }), null, 2))
    files.set('package.json', writeManifest(files, sources))
    for (const path of globSync('templates/*/**/*.*', { cwd: tools }))
      files.set(`remote-tools/${path}`, await readFile(join(tools, path), 'utf8'))
    files.set('CHANGELOG.md', await readFile(join(kit, 'CHANGELOG.md'), 'utf8'))
    return { name: sdkName(), content: await archive(files) }
  } finally {
    await rm(declarations, { recursive: true })
  }
}

const sdkName = (): string => `kit-${readManifest(kit).version}.tgz`

const asScript = (path: string): string => path.replace(/\.tsx?$/, '.js')
const asDeclaration = (path: string): string => path.replace(/\.tsx?$/, '.d.ts')

/** Replaces imports of repository sources with paths to the compiled files of the package. */
function pointToPackage(file: string, code: string, source: string): string {
  const here = dirname(placeOf(source))
  return replaceSpecifiers(file, code, (name) => {
    // A development build shares kit with the page.
    if (name === 'kit') return name
    if (name.endsWith('.po')) return `${name}.js`
    const target = findSource(source, name)
    if (target === null) return name
    const path = asScript(relative(here, placeOf(target)))
    return path.startsWith('.') ? path : `./${path}`
  })
}

async function compileCatalogues(): Promise<[string, string][]> {
  const places = globSync('src/{,on-demand-}locales/*.po', { cwd: kit })
  return Promise.all(
    places.map(async (place): Promise<[string, string]> => {
      const file = join(kit, place)
      return [`${place}.js`, await compileCatalog(await readFile(file, 'utf8'), file)]
    }),
  )
}

function writeManifest(files: Map<string, string>, sources: string[]): string {
  const libraries = [kit, tools].flatMap((owner) => {
    const { dependencies, devDependencies } = readManifest(owner)
    const own = Object.entries({ ...dependencies, ...devDependencies })
    return own.flatMap(([name, version]) => (version.startsWith('workspace:') ? [] : [[owner, name] as const]))
  })
  const named = sources.flatMap((source) => {
    const texts = [asScript, asDeclaration].map((as) => [as(source), files.get(as(placeOf(source))) ?? ''] as const)
    const owner = ownerOf(source)
    const names = texts.flatMap(([file, code]) => librariesOf(file, code))
    for (const name of names)
      if (!existsSync(join(owner, 'node_modules', name)) || findSource(source, name) !== null)
        throw new Error(`${source} or its inferred types import ${name}. Add it to ${owner}/package.json.`)
    return names.map((name) => [owner, name] as const)
  })
  const versions = new Map([...libraries, ...named].map(([owner, name]) => [name, installedVersion(owner, name)]))
  const select = (isWanted: (name: string) => boolean) =>
    Object.fromEntries([...versions].filter(([name]) => isWanted(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const exported = sdkExports().map(([entry, target]) => [
    entry,
    /\.tsx?$/.test(target)
      ? { types: `./${asDeclaration(placeOf(target))}`, default: `./${asScript(placeOf(target))}` }
      : `./${placeOf(target)}`,
  ])
  return `${JSON.stringify(
    {
      name: 'kit',
      version: readManifest(kit).version,
      type: 'module',
      description: 'The SDK for remotes of this product: write, build, test and ship them',
      exports: { ...Object.fromEntries(exported), './schema.graphql': './gateway/schema.graphql' },
      ...(files.has(asScript(command)) && { bin: { remote: `./${asScript(command)}` } }),
      dependencies: select((name) => !peers.includes(name)),
      peerDependencies: select((name) => peers.includes(name)),
      peerDependenciesMeta: { '@playwright/test': { optional: true } },
      engines: readManifest(kit).engines,
    },
    null,
    2,
  )}\n`
}

function librariesOf(file: string, code: string): string[] {
  return specifiersOf(file, code)
    .filter((name) => /^(@[a-z][\w-]*\/)?[a-z][\w.-]*/.test(name) && !/^(node:|kit\b)/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
}

async function archive(files: Map<string, string>): Promise<Buffer> {
  const tar = pack()
  for (const [name, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const mode = name === asScript(command) ? 0o755 : 0o644
    tar.entry({ name: `package/${name}`, mode, mtime: new Date('1985-10-26T08:15:00Z') }, content)
  }
  tar.finalize()
  const compressed = await promisify(gzip)(await buffer(tar), { level: 9 })
  compressed[9] = 255 // the operating system: unknown
  return compressed
}
