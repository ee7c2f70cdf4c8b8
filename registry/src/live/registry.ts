import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { developmentPage, type VersionDocument } from 'contract/registry.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { RegistryContext } from '../context.ts'
import { keepState, readKeptState, signedVersion } from './kept-state.ts'
import { type LiveShell, shellWith } from './live-remote.ts'
import { compress } from '../publish/compress.ts'
import { RegistryFiles } from './registry-files.ts'
import {
  makeState,
  neededKeysOf,
  type OnBroken,
  parseVerified,
  type RegistryState,
  type SignedVersions,
} from './registry-state.ts'
import { versionKey } from './state.ts'
import { readChannelState, readRevision, readVersions } from './state.sql.ts'
import { findVersion } from '../version/versions.sql.ts'
import { findMissing, findShellFile, insertFile, noteLockFile } from '../version/files.sql.ts'

interface RegistryOptions {
  readonly ctx: RegistryContext
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly folder: string
  readonly cacheLimit?: number
  /** Milliseconds between two questions to the database; 0: it is asked by `ask` only. */
  readonly every?: number
  /** Makes the tables if need be; tried until it succeeds. */
  readonly migrate?: () => Promise<unknown>
}

/**
 * The registry as a server of pages sees it: what is live stands in memory, files in a cache on disk. The database is asked once a
 * second whether anything has changed; while it is away, also across a restart, the last state holds.
 */
export class Registry {
  readonly #options: RegistryOptions
  readonly #files: RegistryFiles
  readonly #listeners = new Set<() => void>()
  #signed: SignedVersions = new Map()
  #state: RegistryState | null = null
  /** Versions that cannot run, as last told: whatever changes of any other one, they are told of once. */
  #broken: ReadonlySet<string> = new Set()
  #away: unknown
  #isMigrated: boolean
  #asking: Promise<void> = Promise.resolve()
  #warming: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(options: RegistryOptions, files: RegistryFiles) {
    this.#options = options
    this.#files = files
    this.#isMigrated = options.migrate === undefined
  }

  /**
   * Reads what is live, from the database or, while that is away, from the cache.
   * @throws what the database says when there is neither
   */
  static async open(options: RegistryOptions): Promise<Registry> {
    const { ctx, folder, cacheLimit = 1_000_000_000, every = 1000, log } = options
    await mkdir(folder, { recursive: true })
    const registry = new Registry(options, await RegistryFiles.open(ctx, join(folder, 'files'), cacheLimit))
    await registry
      .#takeKept()
      .catch((err: unknown) => log.warn({ err }, 'the last state of the registry cannot be read'))
    await registry.ask()
    if (!registry.#state && registry.#away !== undefined) throw registry.#away
    registry.#poll(every)
    return registry
  }

  state(): RegistryState | null {
    return this.#state
  }

  /** Whether the database does not answer at present, so that what `state` tells may be old. */
  get isAway(): boolean {
    return this.#away !== undefined
  }

  onChange(listener: () => void): () => unknown {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks the database now whether anything has changed, and reads what has. Never rejects: see `isAway`. */
  ask(): Promise<void> {
    this.#asking = this.#asking.then(() => this.#ask())
    return this.#asking
  }

  async shellOf(document: VersionDocument): Promise<LiveShell> {
    return shellWith(document, await this.#files.read(document, document.entry))
  }

  /** The page for developers of a version of the shell; the one for visitors where it has none. */
  async developmentShell(shell: LiveShell): Promise<LiveShell> {
    if (!Object.hasOwn(shell.document.files, developmentPage)) return shell
    // It has files of its own for all of it.
    const template = await this.#files.read(shell.document, developmentPage)
    return { ...shell, template, catalogues: {}, sharedFiles: {} }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#asking
    await this.#warming // what it writes is written
  }

  /**
   * The cached file with the content of `path` in a version that may run, its name within `files`; null: there is none.
   * @throws DatabaseUnavailable when it would have to be fetched and cannot be
   */
  async fileOf(name: string, version: string, path: string): Promise<string | null> {
    const document = await this.#documentOf(name, version)
    const file = document && Object.hasOwn(document.files, path) ? document.files[path] : undefined
    return file ? this.#files.ensure(file.integrity, path) : null
  }

  /** The same of the shell, whichever of its versions has the path. */
  async shellFile(path: string): Promise<string | null> {
    const { page, versions } = this.#state ?? {}
    // Names of the SDK's package do not tell its content: previews must not replace what teams install.
    for (const document of [page?.shell?.document, ...(versions?.values() ?? [])]) {
      if (document?.name !== 'shell' || !Object.hasOwn(document.files, path)) continue
      const file = document.files[path]
      if (file) return this.#files.ensure(file.integrity, path)
    }
    // Known anew after one is withdrawn: of several versions with the path another one may have been found.
    const withdrawn = [...(this.#state?.withdrawn ?? [])].filter((key) => key.startsWith('shell@'))
    const find = async () => (await findShellFile(this.#options.ctx, path)) ?? null
    const integrity = await this.#files.remember([path, ...withdrawn].join(' '), find)
    return integrity === null ? null : this.#files.ensure(integrity, path)
  }

  /** The cached lock of a name that a page was told, of this server or of another one. */
  async lockFile(file: string): Promise<string | null> {
    const [, hash] = /^([\w-]{64})\.json$/.exec(file) ?? []
    if (hash === undefined) return null
    return this.#files.ensureLock(`sha384-${Buffer.from(hash, 'base64url').toString('base64')}`)
  }

  warmed(): Promise<void> {
    return this.#warming
  }

  get files(): string {
    return this.#files.folder
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
    const { ctx } = this.#options
    const read = await readChannelState(ctx)
    const keys = new Set(read.channels.flatMap(neededKeysOf))
    const signed = new Map([...this.#signed].filter(([key]) => keys.has(key)))
    const fresh = await readVersions(
      ctx,
      [...keys].filter((key) => !signed.has(key)),
    )
    for (const version of fresh) signed.set(versionKey(version.name, version.version), version)
    await this.#tellBroken(async (onBroken) => {
      const known = { state: this.#state, signed: this.#signed }
      const state = await makeState(read, signed, known, { files: this.#files, onBroken })
      await this.#publishLock(state)
      await this.#take(state, signed)
      for (const remote of state.page.leftOut) onBroken(remote, 'the live shell cannot run this remote', { remote })
    })
  }

  /** Writes to the log which versions `read` finds broken, of those that were not so before. */
  async #tellBroken(read: (onBroken: OnBroken) => Promise<void>): Promise<void> {
    const before = this.#broken
    const broken = new Set<string>()
    this.#broken = broken
    await read((key, message, details) => {
      broken.add(key)
      if (!before.has(key)) this.#options.log.error(details, message)
    })
  }

  async #takeKept(): Promise<void> {
    const { folder } = this.#options
    const kept = await readKeptState(folder)
    if (kept === null) return
    const signed = new Map(kept.versions.map((version) => [versionKey(version.name, version.version), version]))
    const nothing = { state: null, signed: new Map() }
    await this.#tellBroken(async (onBroken) =>
      this.#take(await makeState(kept, signed, nothing, { files: this.#files, onBroken }), signed),
    )
  }

  async #take(state: RegistryState, signed: SignedVersions): Promise<void> {
    const kept = [...state.versions.keys()].flatMap((key) => signed.get(key) ?? this.#signed.get(key) ?? [])
    // Compressed by whichever server was first; here only when that cannot be asked for.
    await this.#files.ensureLock(state.lockFile.integrity, () => compress(lockContent(state)))
    this.#signed = new Map(kept.map((version) => [versionKey(version.name, version.version), version]))
    this.#state = state
    for (const listener of this.#listeners) listener()
    this.#warm(state.versions.values())
    await keepState(this.#options.folder, { ...state.shown, versions: kept })
  }

  /** Before any page names it: whichever server is asked for it has it. */
  async #publishLock(state: RegistryState): Promise<void> {
    const { ctx } = this.#options
    const { integrity } = state.lockFile
    const before = this.#state?.lockFile.integrity
    if (integrity === before) return
    const [missing] = await findMissing(ctx, [integrity])
    if (missing) await insertFile(ctx, await compress(lockContent(state)))
    await noteLockFile(ctx, [integrity, before ?? integrity])
  }

  /** Fetches the files of what is live, for the time when the database is away. */
  #warm(documents: Iterable<VersionDocument>): void {
    const warm = async (): Promise<void> => {
      for (const { files } of documents)
        for (const [path, { integrity }] of Object.entries(files)) {
          if (this.#isStopped) return
          await this.#files.ensure(integrity, path)
        }
    }
    this.#warming = this.#warming.then(warm).catch(() => {}) // each is fetched again when it is asked for
  }

  async #documentOf(name: string, version: string): Promise<VersionDocument | null> {
    const key = versionKey(name, version)
    const live = this.#state?.versions.get(key)
    if (live) return live
    if (this.#state?.withdrawn.has(key)) return null
    const kept = await this.#files.remember(key, async () => {
      const found = await findVersion(this.#options.ctx, name, version)
      return found && !found.withdrawnAt ? JSON.stringify(found) : null
    })
    return kept === null ? null : parseVerified(signedVersion.parse(JSON.parse(kept)))
  }
}

const lockContent = ({ page, lockFile: { integrity } }: RegistryState) => ({
  integrity,
  content: Buffer.from(page.lock),
})
