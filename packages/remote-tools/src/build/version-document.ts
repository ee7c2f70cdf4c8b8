import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { containerName, type VersionDocument } from 'contract/registry.ts'
import { parseRemoteDescription } from 'contract/remote-description.ts'
import { type BuildFacts, buildFacts, factsFile } from './facts-file.ts'
import { integrityOf } from 'contract/integrity.ts'

export interface Build extends Pick<BuildFacts, 'bundled' | 'texts' | 'importers' | 'packages' | 'stylers'> {
  document: VersionDocument
  files: Map<string, Buffer>
}

// Their content is in the document.
const unpublished = /^(remote|mf-manifest|mf-stats|build)\.json$/

const fileNames = z.array(z.string())
// https://module-federation.io/configure/manifest.html
const manifestSchema = z.object({
  metaData: z.object({ globalName: containerName, remoteEntry: z.object({ name: z.string() }) }),
  // One, but an entry for each module that development builds add to it.
  exposes: z
    .array(z.object({ assets: z.object({ js: z.object({ sync: fileNames }), css: z.object({ sync: fileNames }) }) }))
    .min(1),
})
const packageSchema = z.object({ version: z.string() })

/** By default with all files of the build. @throws if there is no complete one */
export async function describeBuild(
  folder: string,
  name: string,
  dist: string = join(folder, 'dist'),
  paths?: readonly string[],
): Promise<Build> {
  const readDist = (file: string): Promise<string> => readFile(join(dist, file), 'utf8')
  const files = new Map<string, Buffer>()
  const written = paths ?? (await listFiles(dist))
  const { bundled, texts, importers, packages, stylers, ...facts } = buildFacts.parse(
    JSON.parse(await readDist(factsFile)),
  )
  const document: VersionDocument = {
    format: 1,
    name,
    version: packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version,
    ...(name === 'shell' ? describeShell(await readDist('index.html')) : await describeRemote(readDist, written)),
    catalogues: {},
    files: {},
    ...facts,
    documents: await readDocuments(folder),
  }
  for (const path of written) {
    if (unpublished.test(path) || (path.endsWith('.map') && !(await isNamed(dist, path)))) continue
    const content = await readFile(join(dist, path))
    const integrity = integrityOf(content)
    files.set(integrity, content)
    document.files[path] = { integrity, bytes: content.length }
    const locale = /^assets\/locale-(\w+)-po\b[^/]*\.js$/.exec(path)?.[1]
    if (locale !== undefined) document.catalogues[locale] = path
  }
  return { document, files, bundled, texts, importers, packages, stylers }
}

async function describeRemote(readDist: (file: string) => Promise<string>, written: readonly string[]) {
  const { metaData, exposes } = manifestSchema.parse(JSON.parse(await readDist('mf-manifest.json')))
  const { globalName, remoteEntry } = metaData
  return {
    description: parseRemoteDescription(JSON.parse(await readDist('remote.json'))),
    container: globalName,
    entry: remoteEntry.name,
    // The manifest still lists the file that one-file.ts has merged.
    scripts: exposes.flatMap(({ assets }) => assets.js.sync).filter((path) => written.includes(path)),
    styles: exposes.flatMap(({ assets }) => assets.css.sync),
  }
}

function describeShell(html: string) {
  const addresses = (tag: RegExp): string[] => [...html.matchAll(tag)].flatMap(([, path]) => path ?? [])
  return {
    description: null,
    entry: 'index.html',
    scripts: addresses(/<script [^>]*\bsrc="\/([^"]+)"/g),
    styles: addresses(/<link (?=[^>]*\brel="stylesheet")[^>]*\bhref="\/([^"]+)"/g),
  }
}

async function readDocuments(folder: string): Promise<Record<string, string>> {
  const content = await readFile(join(folder, 'src/generated/persisted-documents.json'), 'utf8').catch(() => '{}')
  const documents = z.record(z.string(), z.string()).parse(JSON.parse(content))
  return Object.fromEntries(Object.entries(documents).map(([hash, text]) => [hash.replace('sha256:', ''), text]))
}

// Scripts and styles name their source map only in development builds.
async function isNamed(dist: string, map: string): Promise<boolean> {
  const content = await readFile(join(dist, map.slice(0, -'.map'.length)), 'utf8').catch(() => '')
  return content.includes(`# sourceMappingURL=${map.split('/').at(-1)}`)
}

// Sorted, so that all machines return the same order.
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/')).toSorted()
}
