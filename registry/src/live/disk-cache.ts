import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Cached {
  readonly content: Buffer
  readonly brotli?: Buffer | null
  readonly gzip?: Buffer | null
}

/** Endings of the compressed ones, as @fastify/static looks for them. */
const endings = { brotli: '.br', gzip: '.gz' } as const
/** One time for all: validators (ETag) are made of it, and must be the same on each server. */
const anyTime = new Date(0)
/** How exactly is remembered when something was last used, in milliseconds: across restarts only. */
const accuracy = 3_600_000

interface Entry {
  readonly bytes: number
  usedAt: number
  /** Which writing of its files was looked at and right; nobody has looked at those of an earlier process. */
  seen?: string
}

/**
 * Contents in a folder, of `limit` bytes at most: those that were not used for longest make place for others. Each is written beside
 * its place and moved there; several processes may share the folder.
 */
export class DiskCache {
  readonly folder: string
  readonly #limit: number
  readonly #now: () => Date
  readonly #entries = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<boolean>>()
  #bytes = 0

  private constructor(folder: string, limit: number, now: () => Date) {
    this.folder = folder
    this.#limit = limit
    this.#now = now
  }

  /** Takes over what is in the folder, and removes what an interrupted write has left there. */
  static async open(folder: string, limit: number, now: () => Date): Promise<DiskCache> {
    const cache = new DiskCache(folder, limit, now)
    await mkdir(folder, { recursive: true })
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const { size, atimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, atimeMs: 0 }))
        return { name, size, atimeMs }
      }),
    )
    const sizes = new Map<string, Entry>()
    for (const { name, size, atimeMs } of files) {
      const key = name.replace(/\.(br|gz)$/, '')
      const known = sizes.get(key)
      sizes.set(key, { bytes: (known?.bytes ?? 0) + size, usedAt: Math.max(known?.usedAt ?? 0, atimeMs) })
    }
    const names = new Set(files.map(({ name }) => name))
    for (const [key, entry] of [...sizes].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (names.has(key) && !key.startsWith('.')) cache.#add(key, entry)
      else for (const ending of ['', '.br', '.gz']) await rm(join(folder, `${key}${ending}`), { force: true })
    }
    return cache
  }

  /**
   * Makes sure that `key` is there, and is what `isWhole` takes for it, by `load` if it is not; however many ask at once, it is loaded
   * once. What was looked at is not looked at again until somebody writes it.
   * @returns false when `load` has found nothing
   */
  async ensure(
    key: string,
    load: () => Promise<Cached | null>,
    isWhole: (cached: Cached) => boolean = () => true,
  ): Promise<boolean> {
    if (await this.#isThere(key, isWhole)) return true
    const loading = this.#loading.get(key) ?? this.#load(key, load).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async read(
    key: string,
    load: () => Promise<Cached | null>,
    isWhole?: (cached: Cached) => boolean,
  ): Promise<Buffer | null> {
    return (await this.ensure(key, load, isWhole)) ? readFile(join(this.folder, key)) : null
  }

  async #isThere(key: string, isWhole: (cached: Cached) => boolean): Promise<boolean> {
    const file = join(this.folder, key)
    const entry = this.#entries.get(key)
    if (!entry) return false
    // Another process may have made place, and a disk may forget a bit.
    const writing = await this.#writingOf(key)
    if (writing === null) return false
    if (entry.seen !== writing && !isWhole(await this.#readAll(key))) return false
    entry.seen = writing
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const now = this.#now()
    if (now.getTime() - entry.usedAt > accuracy) {
      entry.usedAt = now.getTime()
      await utimes(file, now, anyTime).catch(() => {})
    }
    return true
  }

  /** Another text after each writing of one of its files; null when there is none. */
  async #writingOf(key: string): Promise<string | null> {
    const times = await Promise.all(
      ['', '.br', '.gz'].map((ending) =>
        stat(join(this.folder, `${key}${ending}`)).then(
          ({ ctimeMs, size }) => `${ctimeMs} ${size}`,
          () => null,
        ),
      ),
    )
    return times[0] === null ? null : times.join()
  }

  async #readAll(key: string): Promise<Cached> {
    const readIfThere = (ending: string) => readFile(join(this.folder, `${key}${ending}`)).catch(() => null)
    const [content, brotli, gzip] = await Promise.all(['', '.br', '.gz'].map(readIfThere))
    return { content: content ?? Buffer.alloc(0), brotli: brotli ?? null, gzip: gzip ?? null }
  }

  async #load(key: string, load: () => Promise<Cached | null>): Promise<boolean> {
    const cached = await load()
    if (!cached) return false
    const { content, ...encoded } = cached
    // The content last: where it is, all of it is.
    for (const [encoding, ending] of Object.entries(endings)) {
      const bytes = Reflect.get(encoded, encoding)
      if (bytes instanceof Buffer) await this.#write(`${key}${ending}`, bytes)
    }
    await this.#write(key, content)
    const bytes = content.length + (cached.brotli?.length ?? 0) + (cached.gzip?.length ?? 0)
    this.#forget(key)
    const seen = (await this.#writingOf(key)) ?? ''
    this.#add(key, { bytes, usedAt: this.#now().getTime(), seen })
    await this.#makePlace()
    return true
  }

  async #write(name: string, content: Buffer): Promise<void> {
    const draft = join(this.folder, `.${randomUUID()}`)
    await writeFile(draft, content)
    await utimes(draft, this.#now(), anyTime)
    await rename(draft, join(this.folder, name))
  }

  async #makePlace(): Promise<void> {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#limit || this.#entries.size === 1) return
      this.#forget(key)
      for (const ending of ['', '.br', '.gz']) await rm(join(this.folder, `${key}${ending}`), { force: true })
    }
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

export const nameFor = (text: string): string => createHash('sha256').update(text).digest('hex')
