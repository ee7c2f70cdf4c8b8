import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRemoteDescription } from 'kit/remote'
import { z } from 'zod'
import type { Lock, LockedRemote } from '../src/federation/lock.ts'

/** URL prefix of the registry's files: `/remotes/<name>/<version>/…`. */
export const REMOTES_PATH = '/remotes'

export interface PublishedRemote {
  locked: LockedRemote
  /** URLs of the scripts that the exposed module needs at once. */
  scripts: string[]
  /** URLs of the scripts that load later, such as one catalogue for each language. */
  laterScripts: string[]
  styles: string[]
}

export interface Registry {
  /** What the channel `stable` points to now, one entry for each remote that can be read. */
  readStable: () => Promise<PublishedRemote[]>
}

const channelsSchema = z.object({ stable: z.string().regex(/^[\w.+-]+$/) })
const urls = z.array(z.string())
/** The part of an `mf-manifest.json` that we read. */
const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z
    .array(z.object({ assets: z.object({ js: z.object({ sync: urls, async: urls }), css: z.object({ sync: urls }) }) }))
    .length(1),
})

export const lockOf = (published: PublishedRemote[]): Lock => ({ remotes: published.map(({ locked }) => locked) })

/**
 * The registry in a folder: `<remote>/<version>/` holds the build output, `<remote>/channels.json` what is live.
 * A version that was read once stays known when its files can no longer be read, so that its routes still exist and
 * the shell can say whose they are; `onFault` hears of each remote that could not be read.
 */
export function createRegistry(folder: string, onFault: (remote: string, cause: unknown) => void): Registry {
  const lastRead = new Map<string, PublishedRemote>()

  const read = async (name: string): Promise<PublishedRemote[]> => {
    try {
      const remote = await readRemote(folder, name)
      lastRead.set(name, remote)
      return [remote]
    } catch (cause) {
      onFault(name, cause)
      const known = lastRead.get(name)
      return known ? [known] : []
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

async function readRemote(folder: string, name: string): Promise<PublishedRemote> {
  const { stable: version } = channelsSchema.parse(await readJson(join(folder, name, 'channels.json')))
  const files = join(folder, name, version)
  const description = parseRemoteDescription(await readJson(join(files, 'remote.json')))
  if (description.name !== name) throw new Error(`remote.json of ${name}@${version} names "${description.name}"`)
  const { metaData, exposes } = manifestSchema.parse(await readJson(join(files, 'mf-manifest.json')))
  const urlOf = (file: string) => `${REMOTES_PATH}/${name}/${version}/${file}`
  return {
    locked: { ...description, version, entry: urlOf(metaData.remoteEntry.name) },
    scripts: exposes.flatMap(({ assets }) => assets.js.sync.map(urlOf)),
    laterScripts: exposes.flatMap(({ assets }) => assets.js.async.map(urlOf)),
    styles: exposes.flatMap(({ assets }) => assets.css.sync.map(urlOf)),
  }
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))
