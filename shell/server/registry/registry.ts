import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import { integrityOf } from 'kit/build/integrity'
import { developmentPage, type VersionDocument } from 'kit/registry'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { RegistryContext } from './context.ts'
import { type Cached, DiskCache, nameFor } from './disk-cache.ts'
import { type LivePage, livePage, type LiveShell, shellWith } from './live-page.ts'
import { compress, parseDocument } from './publish.ts'
import { type NamedVersions, versionKey } from './state.ts'
import {
  type ChannelState,
  type LiveChannel,
  readChannelState,
  readRevision,
  readVersions,
  type SignedVersion,
} from './state.sql.ts'
import { verifyDocument } from './verify-document.ts'
import {
  findFile,
  findLockFile,
  findMissing,
  findShellFile,
  findVersion,
  insertFile,
  noteLockFile,
  type StoredFile,
} from './versions.sql.ts'

/** What is live, as this server knows it. Each change is another object: what is made of one can be kept with it. */
export interface RegistryState extends NamedVersions {
  readonly revision: number
  /** `versionKey` of those that are never to run again. */
  readonly withdrawn: ReadonlySet<string>
  readonly page: LivePage
  /** What `page.lock` is loaded by. */
  readonly lockFile: LockFile
}

interface LockFile {
  readonly url: string
  readonly integrity: string
}

interface RegistryOptions {
  readonly ctx: RegistryContext
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** For the cache. */
  readonly folder: string
  /** Bytes that the cache may take. */
  readonly cacheLimit?: number
  /** Milliseconds between two questions to the database; 0: it is asked by `ask` only. */
  readonly every?: number
  /** Makes the tables if need be; tried until it succeeds. */
  readonly migrate?: () => Promise<unknown>
}

const signedVersion = z.object({
  name: z.string(),
  version: z.string(),
  signed: z.string(),
  signature: z.string(),
  publicKey: z.string(),
})
const keptState = z.object({
  revision: z.number(),
  channels: z.array(
    z.object({
      name: z.string(),
      channel: z.string(),
      version: z.string().nullable(),
      candidate: z.string().nullable(),
      percent: z.number(),
    }),
  ),
  withdrawn: z.array(z.string()),
  versions: z.array(signedVersion),
})

/**
 * The registry as a server of pages sees it: what is live stands in memory, files in a cache on disk. The database is asked once a
 * second whether anything has changed; while it is away, also across a restart, the last state holds.
 */
export class Registry {
  readonly #options: RegistryOptions
  readonly #cache: DiskCache
  readonly #stateFile: string
  readonly #listeners = new Set<() => void>()
  /** Texts of the state's versions, to be kept with it. */
  #signed = new Map<string, SignedVersion>()
  #state: RegistryState | null = null
  #away: unknown
  #isMigrated: boolean
  #asking: Promise<void> = Promise.resolve()
  #warming: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(options: RegistryOptions, cache: DiskCache) {
    this.#options = options
    this.#cache = cache
    this.#stateFile = join(options.folder, 'state.json')
    this.#isMigrated = options.migrate === undefined
  }

  /**
   * Reads what is live, from the database or, while that is away, from the cache.
   * @throws what the database says when there is neither
   */
  static async open(options: RegistryOptions): Promise<Registry> {
    const { ctx, folder, cacheLimit = 1_000_000_000, every = 1000, log } = options
    await mkdir(folder, { recursive: true })
    const registry = new Registry(options, await DiskCache.open(join(folder, 'files'), cacheLimit, ctx.now))
    await registry
      .#readKept()
      .catch((err: unknown) => log.warn({ err }, 'the last state of the registry cannot be read'))
    await registry.ask()
    if (!registry.#state && registry.#away !== undefined) throw registry.#away
    registry.#poll(every)
    return registry
  }

  /** What is live; null before it was ever known. Without any input or output. */
  state(): RegistryState | null {
    return this.#state
  }

  /** Whether the database does not answer at present, so that what `state` tells may be old. */
  get isAway(): boolean {
    return this.#away !== undefined
  }

  /** Calls `listener` after each change of the state; answers how that is ended. */
  onChange(listener: () => void): () => unknown {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks the database now whether anything has changed, and reads what has. Never rejects: see `isAway`. */
  ask(): Promise<void> {
    this.#asking = this.#asking.then(() => this.#ask())
    return this.#asking
  }

  /** A version of the shell, whether a channel names it or not. */
  async shellOf(document: VersionDocument): Promise<LiveShell> {
    return shellWith(document, await this.#readFile(document, document.entry))
  }

  /** The page for developers of a version of the shell; the one for visitors where it has none. */
  async developmentShell(shell: LiveShell): Promise<LiveShell> {
    if (!Object.hasOwn(shell.document.files, developmentPage)) return shell
    // It has its own catalogues.
    return { ...shell, template: await this.#readFile(shell.document, developmentPage), catalogues: {} }
  }

  /** Ends the questions to the database. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#asking
  }

  /**
   * The cached file with the content of `path` in a version that may run, its name within `files`; null: there is none.
   * @throws DatabaseUnavailable when it would have to be fetched and cannot be
   */
  async fileOf(name: string, version: string, path: string): Promise<string | null> {
    const document = await this.#documentOf(name, version)
    const file = document && Object.hasOwn(document.files, path) ? document.files[path] : undefined
    return file ? this.#file(file.integrity, path) : null
  }

  /** The same of the shell, whichever of its versions has the path. */
  async shellFile(path: string): Promise<string | null> {
    for (const document of this.#state?.versions.values() ?? []) {
      const file = document.name === 'shell' && Object.hasOwn(document.files, path) ? document.files[path] : undefined
      if (file) return this.#file(file.integrity, path)
    }
    // Known anew after one is withdrawn: of several versions with the path another one may have been found.
    const withdrawn = [...(this.#state?.withdrawn ?? [])].filter((key) => key.startsWith('shell@'))
    const known = await this.#cache.read(nameFor([path, ...withdrawn].join(' ')), async () => {
      const found = await findShellFile(this.#options.ctx, path)
      return found === undefined ? null : { content: Buffer.from(found) }
    })
    return known && this.#file(known.toString(), path)
  }

  /** The cached lock of a name that a page was told, of this server or of another one. */
  async lockFile(file: string): Promise<string | null> {
    const [, hash] = /^([\w-]{64})\.json$/.exec(file) ?? []
    if (hash === undefined) return null
    const integrity = `sha384-${Buffer.from(hash, 'base64url').toString('base64')}`
    const isWhole = (cached: Cached) => isOf(integrity, cached)
    const isThere = await this.#cache.ensure(lockName(integrity), () => this.#fetchLock(integrity), isWhole)
    return isThere ? lockName(integrity) : null
  }

  /** Resolves when the files of all that is live are cached, or could not be fetched. */
  warmed(): Promise<void> {
    return this.#warming
  }

  /** Where the cached files are. */
  get files(): string {
    return this.#cache.folder
  }

  #poll(every: number): void {
    if (every === 0 || this.#isStopped) return
    this.#timer = setTimeout(() => void this.ask().then(() => this.#poll(every)), every)
  }

  async #ask(): Promise<void> {
    if (this.#isStopped) return
    const { ctx, log, migrate } = this.#options
    try {
      if (!this.#isMigrated) await migrate?.()
      this.#isMigrated = true
      if ((await readRevision(ctx)) !== this.#state?.revision) await this.#read()
      if (this.#away !== undefined) log.info('the registry can be read again')
      this.#away = undefined
    } catch (error) {
      if (this.#away === undefined) log.warn({ err: error }, 'the registry cannot be read: what was live last stays')
      this.#away = error
    }
  }

  async #read(): Promise<void> {
    const { ctx, log } = this.#options
    const read = await readChannelState(ctx)
    const keys = new Set(read.channels.flatMap(keysOf))
    const signed = new Map([...this.#signed].filter(([key]) => keys.has(key)))
    const fresh = await readVersions(
      ctx,
      [...keys].filter((key) => !signed.has(key)),
    )
    for (const version of fresh) signed.set(versionKey(version.name, version.version), version)
    const before = this.#state
    const state = await this.#makeState(read, signed)
    await this.#publishLock(state, before)
    await this.#take(state, signed)
    for (const left of state.page.leftOut) log.error({ remote: left }, 'the live shell cannot run this remote')
  }

  /** What was read, as far as it is what somebody signed; a channel whose version is not shows what it did before. */
  async #makeState(read: ChannelState, signed: ReadonlyMap<string, SignedVersion>): Promise<RegistryState> {
    const versions = new Map<string, VersionDocument>()
    const templates = new Map<string, string>()
    const add = async (version: SignedVersion): Promise<void> => {
      const key = versionKey(version.name, version.version)
      const document = this.#state?.versions.get(key) ?? parseVerified(version)
      if (document.name === 'shell') templates.set(document.version, await this.#readFile(document, document.entry))
      versions.set(key, document)
    }
    for (const version of signed.values())
      await add(version).catch((err: unknown) => {
        if (err instanceof DatabaseUnavailable) throw err
        this.#options.log.error({ err, remote: version.name, version: version.version }, 'a version cannot be shown')
      })
    const { revision, withdrawn } = read
    const isShown = (channel: LiveChannel) => keysOf(channel).every((key) => versions.has(key))
    const channels: LiveChannel[] = []
    for (const channel of read.channels) {
      const before = isShown(channel)
        ? channel
        : this.#state?.channels.find((each) => each.name === channel.name && each.channel === channel.channel)
      if (!before || keysOf(before).some((key) => withdrawn.includes(key))) continue
      channels.push(before)
      for (const key of keysOf(before)) {
        const version = this.#signed.get(key)
        if (version && !versions.has(key)) await add(version)
      }
    }
    const named = { channels, versions, templates }
    const page = livePage(named)
    const integrity = integrityOf(Buffer.from(page.lock))
    const hash = Buffer.from(hexOf(integrity), 'hex').toString('base64url') // shorter than the router's limit for a part of a path
    const lockFile = { integrity, url: `/lock/${hash}.json` }
    return { ...named, revision, withdrawn: new Set(withdrawn), page, lockFile }
  }

  async #take(state: RegistryState, signed: ReadonlyMap<string, SignedVersion>): Promise<void> {
    const kept = [...state.versions.keys()].flatMap((key) => signed.get(key) ?? this.#signed.get(key) ?? [])
    const { integrity } = state.lockFile
    // Compressed by whichever server was first; here only when that cannot be asked for.
    const load = async () => (await this.#fetchLock(integrity).catch(() => null)) ?? compress(lockContent(state))
    await this.#cache.ensure(lockName(integrity), load)
    this.#signed = new Map(kept.map((version) => [versionKey(version.name, version.version), version]))
    this.#state = state
    for (const listener of this.#listeners) listener()
    this.#warm(state.versions.values())
    await this.#keep(state)
  }

  /** Before any page names it: whichever server is asked for it has it. */
  async #publishLock(state: RegistryState, before: RegistryState | null): Promise<void> {
    const { ctx } = this.#options
    const { integrity } = state.lockFile
    if (integrity === before?.lockFile.integrity) return
    const [missing] = await findMissing(ctx, [integrity])
    if (missing) await insertFile(ctx, await compress(lockContent(state)))
    await noteLockFile(ctx, [integrity, before?.lockFile.integrity ?? integrity])
  }

  /** Fetches the files of what is live, for the time when the database is away. */
  #warm(documents: Iterable<VersionDocument>): void {
    const warm = async (): Promise<void> => {
      for (const { files } of documents)
        for (const [path, { integrity }] of Object.entries(files)) {
          if (this.#isStopped) return
          await this.#file(integrity, path)
        }
    }
    this.#warming = this.#warming.then(warm).catch(() => {}) // each is fetched again when it is asked for
  }

  async #keep({ revision, channels, withdrawn }: RegistryState): Promise<void> {
    const draft = join(this.#options.folder, `.${randomUUID()}`)
    const kept = { revision, channels, withdrawn: [...withdrawn], versions: [...this.#signed.values()] }
    await writeFile(draft, JSON.stringify(kept))
    await rename(draft, this.#stateFile)
  }

  async #readKept(): Promise<void> {
    if (!existsSync(this.#stateFile)) return
    const { versions, ...read } = keptState.parse(JSON.parse(await readFile(this.#stateFile, 'utf8')))
    const signed = new Map(versions.map((version) => [versionKey(version.name, version.version), version]))
    await this.#take(await this.#makeState(read, signed), signed)
  }

  async #documentOf(name: string, version: string): Promise<VersionDocument | null> {
    const key = versionKey(name, version)
    const live = this.#state?.versions.get(key)
    if (live) return live
    if (this.#state?.withdrawn.has(key)) return null
    const kept = await this.#cache.read(nameFor(key), async () => {
      const found = await findVersion(this.#options.ctx, name, version)
      return found && !found.withdrawnAt ? { content: Buffer.from(JSON.stringify(found)) } : null
    })
    return kept && parseVerified(signedVersion.parse(JSON.parse(kept.toString())))
  }

  async #file(integrity: string, path: string): Promise<string | null> {
    const name = nameOf(integrity, path)
    const isWhole = (cached: Cached) => isOf(integrity, cached)
    return (await this.#cache.ensure(name, () => this.#fetch(integrity), isWhole)) ? name : null
  }

  async #readFile({ name, version, files }: VersionDocument, path: string): Promise<string> {
    const integrity = files[path]?.integrity ?? ''
    const isWhole = (cached: Cached) => isOf(integrity, cached)
    const content = await this.#cache.read(nameOf(integrity, path), () => this.#fetch(integrity), isWhole)
    if (!content) throw new Error(`The registry has not the content of ${path} of ${name} ${version}.`)
    return content.toString()
  }

  #fetchLock(integrity: string): Promise<Cached | null> {
    return this.#verified(() => findLockFile(this.#options.ctx, integrity))
  }

  #fetch(integrity: string): Promise<Cached | null> {
    return this.#verified(() => findFile(this.#options.ctx, integrity))
  }

  /** Nothing that is not what its name says is ever kept. */
  async #verified(find: () => Promise<StoredFile | undefined>): Promise<Cached | null> {
    const file = await find()
    if (!file) return null
    if (!isOf(file.integrity, file)) throw new Error(`The file ${file.integrity} of the registry has another content.`)
    return file
  }
}

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

const keysOf = ({ name, version, candidate }: LiveChannel): string[] =>
  [version, candidate].flatMap((each) => (each === null ? [] : versionKey(name, each)))

/** Its ending is what tells its type. */
const nameOf = (integrity: string, path: string): string => `${hexOf(integrity)}${extname(path)}`

/** Apart from other files: whoever knows a file's hash is not thereby told that it is a lock. */
const lockName = (integrity: string): string => `lock-${hexOf(integrity)}.json`

const hexOf = (integrity: string): string => Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')

const lockContent = ({ page, lockFile: { integrity } }: RegistryState) => ({
  integrity,
  content: Buffer.from(page.lock),
})

function parseVerified({ name, version, signed, signature, publicKey }: SignedVersion): VersionDocument {
  if (!verifyDocument(signed, signature, publicKey))
    throw new Error(`The signature of ${name} ${version} is not that of its key.`)
  const document = parseDocument(signed)
  if (document.name !== name || document.version !== version)
    throw new Error(`The document of ${name} ${version} is that of ${document.name} ${document.version}.`)
  return document
}
