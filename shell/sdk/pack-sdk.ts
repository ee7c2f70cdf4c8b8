// Makes the package `kit` that the running product hands out: for a team whose remote is in a repository of its own.
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { compileModule } from 'kit/build/compile-module'
import { compileCatalog } from 'kit/build/po-loader'
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
} from './sources.ts'

/** What there must be once in a remote's own installation: what it imports too, its programs, and what others ask for beside them. */
const peers = [
  '@graphql-typed-document-node/core',
  '@lingui/core',
  '@lingui/react',
  '@types/react',
  'graphql',
  'happy-dom',
  'react',
  'react-dom',
  'rxjs',
  'typescript',
  'vitest',
]

const command = 'command/main.ts'

/** Packs kit as JavaScript with declarations, and what it takes of other packages in it. Equal sources make equal bytes. */
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
    files.set('package.json', writeManifest(files, sources))
    for (const path of globSync('templates/*/**/*.*', { cwd: kit }))
      files.set(path, await readFile(join(kit, path), 'utf8'))
    files.set('CHANGELOG.md', await readFile(join(kit, 'CHANGELOG.md'), 'utf8'))
    return { name: sdkName(), content: await archive(files) }
  } finally {
    await rm(declarations, { recursive: true })
  }
}

const sdkName = (): string => `kit-${readManifest(kit).version}.tgz`

const asScript = (path: string): string => path.replace(/\.tsx?$/, '.js')
const asDeclaration = (path: string): string => path.replace(/\.tsx?$/, '.d.ts')

/** Lets compiled text name the compiled files of the package, where its source names sources of this repository. */
function pointToPackage(file: string, code: string, source: string): string {
  const here = dirname(placeOf(source))
  return replaceSpecifiers(file, code, (name) => {
    if (name.endsWith('.po')) return `${name}.js`
    const target = findSource(source, name)
    if (target === null) return name
    const path = asScript(relative(here, placeOf(target)))
    return path.startsWith('.') ? path : `./${path}`
  })
}

async function compileCatalogues(): Promise<[string, string][]> {
  const folder = join(kit, 'src/locales')
  return Promise.all(
    (await readdir(folder)).map(async (name): Promise<[string, string]> => {
      const source = await compileCatalog(await readFile(join(folder, name), 'utf8'), join(folder, name))
      return [`src/locales/${name}.js`, source]
    }),
  )
}

function writeManifest(files: Map<string, string>, sources: string[]): string {
  const manifest = readManifest(kit)
  const own = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const libraries = own.flatMap(([name, version]) => (version.startsWith('workspace:') ? [] : name))
  const named = sources.flatMap((source) => {
    const texts = [asScript, asDeclaration].map((as) => [as(source), files.get(as(placeOf(source))) ?? ''] as const)
    const owner = ownerOf(source)
    const names = texts.flatMap(([file, code]) => librariesOf(file, code))
    for (const name of names)
      if (!existsSync(join(owner, 'node_modules', name)) || findSource(source, name) !== null)
        throw new Error(`${source} names ${name}, or its inferred types do: no library that ${owner}/package.json has`)
    return names.map((name) => [owner, name] as const)
  })
  const versions = new Map(
    [...libraries.map((name) => [kit, name] as const), ...named].map(([owner, name]) => [
      name,
      installedVersion(owner, name),
    ]),
  )
  const select = (isWanted: (name: string) => boolean) =>
    Object.fromEntries([...versions].filter(([name]) => isWanted(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const exported = sdkExports().map(([entry, target]) => [
    entry,
    /\.tsx?$/.test(target) ? { types: asDeclaration(target), default: asScript(target) } : target,
  ])
  return `${JSON.stringify(
    {
      name: 'kit',
      version: manifest.version,
      type: 'module',
      description: 'What a remote of this product is written, built, tested and shipped with',
      exports: { ...Object.fromEntries(exported), './schema.graphql': './gateway/schema.graphql' },
      ...(files.has(asScript(command)) && { bin: { remote: `./${asScript(command)}` } }),
      dependencies: select((name) => !peers.includes(name)),
      peerDependencies: select((name) => peers.includes(name)),
      engines: { node: '>=22.22' },
    },
    null,
    2,
  )}\n`
}

/** The packages that a module of the package imports, without those that come with Node and kit itself. */
function librariesOf(file: string, code: string): string[] {
  return specifiersOf(file, code)
    .filter((name) => /^(@[a-z][\w-]*\/)?[a-z][\w.-]*/.test(name) && !/^(node:|kit\b)/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
}

/** A tarball as npm writes it, with the same time everywhere. */
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
