import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { integrityOf } from 'contract/integrity.ts'
import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import { type Cached, DiskCache, nameFor } from './disk-cache.ts'
import { findFile, findLockFile, type StoredFile } from '../version/files.sql.ts'

/** Files by hash, from a disk cache or the database. Verified when stored and when reused. */
export class RegistryFiles {
  readonly #ctx: RegistryContext
  readonly #cache: DiskCache

  private constructor(ctx: RegistryContext, cache: DiskCache) {
    this.#ctx = ctx
    this.#cache = cache
  }

  static async open(ctx: RegistryContext, folder: string, limit: number): Promise<RegistryFiles> {
    return new RegistryFiles(ctx, await DiskCache.open(folder, limit, ctx.now))
  }

  get folder(): string {
    return this.#cache.folder
  }

  /**
   * Returns the cached file's name, with the extension of `path`, or null if there is none.
   * @throws DatabaseUnavailable if it is not cached and the database is down
   */
  async ensure(integrity: string, path: string): Promise<string | null> {
    const name = nameOf(integrity, path)
    return (await this.#cache.ensure(name, () => this.#fetch(integrity), wholeness(integrity))) ? name : null
  }

  async read({ name, version, files }: VersionDocument, path: string): Promise<string> {
    const content = await this.readText(files[path]?.integrity ?? '', path)
    if (content === null) throw new Error(`The registry has no content for ${path} of ${name} ${version}.`)
    return content
  }

  async readText(integrity: string, path: string): Promise<string | null> {
    const load = () => this.#fetch(integrity)
    const content = await this.#cache.read(nameOf(integrity, path), load, wholeness(integrity))
    return content && content.toString()
  }

  /** Like `ensure`, for version locks. Calls `make` if the registry lacks the file or is down. */
  async ensureLockFile(integrity: string, make?: () => Promise<Cached>): Promise<string | null> {
    const fetch = () => this.#verified(() => findLockFile(this.#ctx, integrity))
    const load = make ? async () => (await fetch().catch(() => null)) ?? make() : fetch
    return (await this.#cache.ensure(lockName(integrity), load, wholeness(integrity))) ? lockName(integrity) : null
  }

  async remember(key: string, find: () => Promise<string | null>): Promise<string | null> {
    const known = await this.#cache.read(nameFor(key), async () => {
      const found = await find()
      return found === null ? null : { content: Buffer.from(found) }
    })
    return known && known.toString()
  }

  #fetch(integrity: string): Promise<Cached | null> {
    return this.#verified(() => findFile(this.#ctx, integrity))
  }

  async #verified(find: () => Promise<StoredFile | undefined>): Promise<Cached | null> {
    const file = await find()
    if (!file) return null
    if (!(await isOf(file.integrity, file)))
      throw new Error(`The content of the file ${file.integrity} does not match its hash.`)
    return file
  }
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
