import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { integrityOf } from 'contract/integrity.ts'
import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import { type Cached, DiskCache } from './disk-cache.ts'
import { findFile, findLockFile, type StoredFile } from '../version/files.sql.ts'

export type RegistryFiles = Awaited<ReturnType<typeof openFiles>>

const maxCachedBytes = 1_000_000_000

/** Files by hash, from a disk cache or the database. Verified when stored and when reused. */
export async function openFiles(ctx: RegistryContext, folder: string) {
  const cache = await DiskCache.open(folder, maxCachedBytes)
  const load = (integrity: string) => () => verified(() => findFile(ctx, integrity))
  const readText = async (integrity: string, path: string): Promise<string | null> => {
    const content = await cache.read(nameOf(integrity, path), load(integrity), wholeness(integrity))
    return content && content.toString()
  }
  return {
    folder,
    readText,
    /**
     * Returns the cached file's name, with the extension of `path`, or null if there is none.
     * @throws DatabaseUnavailable if it is not cached and the database is down
     */
    ensure: async (integrity: string, path: string): Promise<string | null> => {
      const name = nameOf(integrity, path)
      return (await cache.ensure(name, load(integrity), wholeness(integrity))) ? name : null
    },
    read: async ({ name, version, files }: VersionDocument, path: string): Promise<string> => {
      const content = await readText(files[path]?.integrity ?? '', path)
      if (content === null) throw new Error(`The registry has no content for ${path} of ${name} ${version}.`)
      return content
    },
    /** Like `ensure`, for version locks. Calls `make` if the registry lacks the file or is down. */
    ensureLockFile: async (integrity: string, make?: () => Promise<Cached>): Promise<string | null> => {
      const fetch = () => verified(() => findLockFile(ctx, integrity))
      const fetchOrMake = make ? async () => (await fetch().catch(() => null)) ?? make() : fetch
      const name = lockName(integrity)
      return (await cache.ensure(name, fetchOrMake, wholeness(integrity))) ? name : null
    },
    remember: async (key: string, find: () => Promise<string | null>): Promise<string | null> => {
      const known = await cache.read(createHash('sha256').update(key).digest('hex'), async () => {
        const found = await find()
        return found === null ? null : { content: Buffer.from(found) }
      })
      return known && known.toString()
    },
  }
}

async function verified(find: () => Promise<StoredFile | undefined>): Promise<StoredFile | null> {
  const file = await find()
  if (file && !(await isOf(file.integrity, file)))
    throw new Error(`The content of the file ${file.integrity} does not match its hash.`)
  return file ?? null
}

export const hashOf = (integrity: string, encoding: 'hex' | 'base64url'): string =>
  Buffer.from(integrity.slice('sha384-'.length), 'base64').toString(encoding)

const nameOf = (integrity: string, path: string): string => `${hashOf(integrity, 'hex')}${extname(path)}`

/** A separate name space: no other file can be requested as a version lock. */
const lockName = (integrity: string): string => `lock-${hashOf(integrity, 'hex')}.json`

const wholeness = (integrity: string) => (cached: Cached) => isOf(integrity, cached)

const decoders = { brotli: promisify(brotliDecompress), gzip: promisify(gunzip) }

/** Decompresses in Node's threads, because files of several megabytes would block pages. */
async function isOf(integrity: string, { content, brotli, gzip }: Cached): Promise<boolean> {
  try {
    return (
      integrityOf(content) === integrity &&
      (!brotli || (await decoders.brotli(brotli)).equals(content)) &&
      (!gzip || (await decoders.gzip(gzip)).equals(content))
    )
  } catch {
    return false // cannot be decompressed
  }
}
