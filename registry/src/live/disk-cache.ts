import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Cached {
  readonly content: Buffer
  readonly brotli?: Buffer | null
  readonly gzip?: Buffer | null
}

type IsWhole = (cached: Cached) => boolean | Promise<boolean>

/** The file extensions that @fastify/static expects. */
const endings = { brotli: '.br', gzip: '.gz' } as const
const allEndings = ['', ...Object.values(endings)]
/** The same for all files: ETags depend on it and must not differ between servers. */
const fixedTime = new Date(0)

interface Entry {
  readonly bytes: number
  verified?: string // the stamp of the files when they were last verified
}

/** An LRU cache of at most `limit` bytes in a folder that several processes may share. */
export class DiskCache {
  readonly folder: string
  readonly #limit: number
  readonly #entries = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<boolean>>()
  #bytes = 0

  private constructor(folder: string, limit: number) {
    this.folder = folder
    this.#limit = limit
  }

  static async open(folder: string, limit: number): Promise<DiskCache> {
    const cache = new DiskCache(folder, limit)
    await mkdir(folder, { recursive: true })
    const keys = new Set((await readdir(folder)).map((name) => name.replace(/\.(br|gz)$/, '')))
    const restore = async (key: string): Promise<void> => {
      const found = key.startsWith('.') ? null : await cache.#inspect(key)
      if (found) cache.#add(key, { bytes: found.bytes })
      else await cache.#remove(key)
    }
    await Promise.all([...keys].map(restore))
    return cache
  }

  /**
   * Loads `key` unless the cache has a copy that `isWhole` accepts. Concurrent calls load it once.
   * @returns false if `load` found nothing
   */
  async ensure(key: string, load: () => Promise<Cached | null>, isWhole: IsWhole = () => true): Promise<boolean> {
    if (await this.#tryUse(key, isWhole)) return true
    const loading = this.#loading.get(key) ?? this.#load(key, load).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async read(key: string, load: () => Promise<Cached | null>, isWhole?: IsWhole): Promise<Buffer | null> {
    return (await this.ensure(key, load, isWhole)) ? readFile(join(this.folder, key)) : null
  }

  async #tryUse(key: string, isWhole: IsWhole): Promise<boolean> {
    const entry = this.#entries.get(key)
    if (!entry) return false
    // Another process may have evicted it, and a disk may corrupt it.
    const found = await this.#inspect(key)
    if (!found) return false
    if (entry.verified !== found.stamp && !(await isWhole(await this.#readAll(key)))) return false
    entry.verified = found.stamp
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return true
  }

  async #inspect(key: string): Promise<{ bytes: number; stamp: string } | null> {
    const stats = await Promise.all(
      allEndings.map((ending) => stat(join(this.folder, `${key}${ending}`)).catch(() => null)),
    )
    if (!stats[0]) return null
    const bytes = stats.reduce((sum, file) => sum + (file?.size ?? 0), 0)
    return { bytes, stamp: stats.map((file) => file && `${file.ctimeMs} ${file.size}`).join() }
  }

  async #readAll(key: string): Promise<Cached> {
    const readIfThere = (ending: string) => readFile(join(this.folder, `${key}${ending}`)).catch(() => null)
    const [content, brotli, gzip] = await Promise.all(allEndings.map(readIfThere))
    return { content: content ?? Buffer.alloc(0), brotli: brotli ?? null, gzip: gzip ?? null }
  }

  async #load(key: string, load: () => Promise<Cached | null>): Promise<boolean> {
    const cached = await load()
    if (!cached) return false
    const { content, ...encoded } = cached
    // The content last: it marks a complete entry.
    for (const [encoding, ending] of Object.entries(endings)) {
      const bytes = Reflect.get(encoded, encoding)
      if (bytes instanceof Buffer) await this.#write(`${key}${ending}`, bytes)
    }
    await this.#write(key, content)
    const { bytes = 0, stamp = '' } = (await this.#inspect(key)) ?? {}
    this.#forget(key)
    this.#add(key, { bytes, verified: stamp })
    await this.#evict()
    return true
  }

  async #write(name: string, content: Buffer): Promise<void> {
    const draft = join(this.folder, `.${randomUUID()}`)
    await writeFile(draft, content)
    await utimes(draft, fixedTime, fixedTime)
    await rename(draft, join(this.folder, name))
  }

  async #evict(): Promise<void> {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#limit || this.#entries.size === 1) return
      this.#forget(key)
      await this.#remove(key)
    }
  }

  async #remove(key: string): Promise<void> {
    for (const ending of allEndings) await rm(join(this.folder, `${key}${ending}`), { force: true })
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
