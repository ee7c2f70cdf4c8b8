import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import kitPackage from 'kit/package.json' with { type: 'json' }
import { parseRemoteDescription } from 'kit/remote-description'
import { satisfies } from 'semver'
import { z } from 'zod'
import type { Lock, LockedRemote } from '../src/federation/lock.ts'

/** URL prefix of the registry's files: `/remotes/<name>/<version>/…`. */
export const remotesPath = '/remotes'

/** A version that is live: its part of the lock, and the URLs that are worth fetching ahead. */
export interface PublishedRemote {
  locked: LockedRemote
  scripts: string[]
  styles: string[]
  catalogues: Catalogues
}

/** URLs of catalogues by language. */
export type Catalogues = Record<string, string>

export interface Registry {
  /** What the channel `stable` points to now, one entry for each remote that can be read. */
  readStable: () => Promise<PublishedRemote[]>
}

const channelsSchema = z.object({
  stable: z
    .string()
    .regex(/^[\w.+-]+$/)
    .optional(),
})
const fileNames = z.array(z.string())
/** The part of an `mf-manifest.json` that we read: https://module-federation.io/configure/manifest.html */
const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.tuple([
    z.object({
      assets: z.object({ js: z.object({ sync: fileNames, async: fileNames }), css: z.object({ sync: fileNames }) }),
    }),
  ]),
})

export const lockOf = (published: PublishedRemote[]): Lock => ({ remotes: published.map(({ locked }) => locked) })

/**
 * The registry in a folder: `<remote>/<version>/` holds the build output, `<remote>/channels.json` what is live.
 * A remote that was read once stays known when its files can no longer be read, so that its routes still exist and
 * the shell can say whose they are; without a `stable` version it is not live. `onFault` hears of each remote that
 * could not be read.
 */
export function createRegistry(folder: string, onFault: (remote: string, cause: unknown) => void): Registry {
  const lastRead = new Map<string, PublishedRemote>()

  const read = async (name: string): Promise<PublishedRemote[]> => {
    try {
      const { stable } = channelsSchema.parse(await readJson(join(folder, name, 'channels.json')))
      if (stable === undefined) return []
      const remote = await readRemote(folder, name, stable)
      lastRead.set(name, remote)
      return [remote]
    } catch (cause) {
      onFault(name, cause)
      const known = lastRead.get(name)
      // Nothing is fetched ahead: a browser answers the retry of a file from its own failed preload.
      return known ? [{ ...known, scripts: [], styles: [], catalogues: {} }] : []
    }
  }

  return {
    readStable: async () => {
      const names = new Set([...lastRead.keys(), ...(await readRemoteNames(folder))])
      const remotes = await Promise.all([...names].toSorted().map(read))
      return remotes.flat()
    },
  }
}

async function readRemoteNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

async function readRemote(folder: string, name: string, version: string): Promise<PublishedRemote> {
  const files = join(folder, name, version)
  const description = parseRemoteDescription(await readJson(join(files, 'remote.json')))
  if (description.name !== name) throw new Error(`remote.json of ${name}@${version} names "${description.name}"`)
  const kitRange = description.needs['kit'] ?? '*'
  if (!satisfies(kitPackage.version, kitRange)) {
    throw new Error(`${name}@${version} needs kit ${kitRange}, but this shell provides ${kitPackage.version}`)
  }
  const { metaData, exposes } = manifestSchema.parse(await readJson(join(files, 'mf-manifest.json')))
  const [{ assets }] = exposes
  const urlOf = (file: string) => `${remotesPath}/${name}/${version}/${file}`
  return {
    locked: { ...description, version, entry: urlOf(metaData.remoteEntry.name) },
    scripts: assets.js.sync.map(urlOf),
    styles: assets.css.sync.map(urlOf),
    catalogues: findCatalogues(assets.js.async.map(urlOf)),
  }
}

/** The catalogues among a build's scripts: shell and remotes name their chunks `locale-<language>-po`. */
export function findCatalogues(urls: string[]): Catalogues {
  const entries = urls.flatMap((url) => {
    const locale = /\/locale-(\w+)-po\b[^/]*\.js$/.exec(url)?.[1]
    return locale === undefined ? [] : [[locale, url] as const]
  })
  return Object.fromEntries(entries)
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))
