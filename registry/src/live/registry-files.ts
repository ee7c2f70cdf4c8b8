import { extname } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { integrityOf } from 'contract/integrity.ts'
import type { VersionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import { type Cached, DiskCache, nameFor } from './disk-cache.ts'
import { findFile, findLockFile, type StoredFile } from '../version/files.sql.ts'

/**
 * Contents of the registry by their hash, in a cache on disk. What is not there is fetched from the database; nothing is kept, or found
 * again, that is not what its name says.
 */
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
   * Makes sure that a content is there; answers its name in the folder, which ends as `path` does: that tells its type. Null: the registry
   * has it not.
   * @throws DatabaseUnavailable when it would have to be fetched and cannot be
   */
  async ensure(integrity: string, path: string): Promise<string | null> {
    const name = nameOf(integrity, path)
    return (await this.#cache.ensure(name, () => this.#fetch(integrity), wholeness(integrity))) ? name : null
  }

  async read({ name, version, files }: VersionDocument, path: string): Promise<string> {
    const integrity = files[path]?.integrity ?? ''
    const load = () => this.#fetch(integrity)
    const content = await this.#cache.read(nameOf(integrity, path), load, wholeness(integrity))
    if (!content) throw new Error(`The registry has not the content of ${path} of ${name} ${version}.`)
    return content.toString()
  }

  /** The same as `ensure` for a lock, by `make` where the registry has it not or cannot be asked. */
  async ensureLock(integrity: string, make?: () => Promise<Cached>): Promise<string | null> {
    const fetch = () => this.#verified(() => findLockFile(this.#ctx, integrity))
    const load = make ? async () => (await fetch().catch(() => null)) ?? make() : fetch
    return (await this.#cache.ensure(lockName(integrity), load, wholeness(integrity))) ? lockName(integrity) : null
  }

  async remember(question: string, find: () => Promise<string | null>): Promise<string | null> {
    const known = await this.#cache.read(nameFor(question), async () => {
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
    if (!isOf(file.integrity, file)) throw new Error(`The file ${file.integrity} of the registry has another content.`)
    return file
  }
}

/** A file's hash in another form than the one of `integrity`, for names and addresses. */
export const hashOf = (integrity: string, encoding: 'hex' | 'base64url'): string =>
  Buffer.from(integrity.slice('sha384-'.length), 'base64').toString(encoding)

const nameOf = (integrity: string, path: string): string => `${hashOf(integrity, 'hex')}${extname(path)}`

/** Apart from other files: whoever knows a file's hash is not thereby told that it is a lock. */
const lockName = (integrity: string): string => `lock-${hashOf(integrity, 'hex')}.json`

const wholeness = (integrity: string) => (cached: Cached) => isOf(integrity, cached)

/** Whether a content, compressed or not, is what its name says. */
function isOf(integrity: string, { content, brotli, gzip }: Cached): boolean {
  try {
    return (
      integrityOf(content) === integrity &&
      (!brotli || brotliDecompressSync(brotli).equals(content)) &&
      (!gzip || gunzipSync(gzip).equals(content))
    )
  } catch {
    return false // it cannot even be unpacked
  }
}
