import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { developmentPage, type VersionDocument } from 'contract/registry.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { RegistryContext } from '../context.ts'
import { keepState, readKeptState, signedVersion } from './kept-state.ts'
import { findPrerendered, type LiveRemote, type LiveShell, createLiveShell } from './live-remote.ts'
import { compressFile } from '../publish/compress-queue.ts'
import { openFiles, type RegistryFiles } from './registry-files.ts'
import {
  makeState,
  neededKeysOf,
  type OnBroken,
  parseVerified,
  readTemplate,
  type RegistryState,
} from './registry-state.ts'
import { versionKey } from './state.ts'
import { readChannelState, readRevision, readVersions } from './state.sql.ts'
import { findVersion } from '../version/versions.sql.ts'
import { findMissing, findShellFile, insertFile, noteLockFile } from '../version/files.sql.ts'

interface RegistryOptions {
  readonly ctx: RegistryContext
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly folder: string
  readonly every?: number // poll interval in milliseconds; 0 disables polling
  readonly migrate?: () => Promise<unknown> // retried until it succeeds
}

/** The live state, polled every second. In an outage the last one stays, even across a restart. */
export class Registry {
  readonly #options: RegistryOptions
  readonly #files: RegistryFiles
  readonly #listeners = new Set<() => void>()
  #state: RegistryState | null = null
  /** Versions that cannot run, so that each is logged once. */
  #broken: ReadonlySet<string> = new Set()
  #outage: unknown
  #isMigrated = false
  #refreshing: Promise<void> = Promise.resolve()
  #warming: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(options: RegistryOptions, files: RegistryFiles) {
    this.#options = options
    this.#files = files
  }

  /** @throws the database's error if it is down and no state is cached */
  static async open(options: RegistryOptions): Promise<Registry> {
    const { ctx, folder, every = 1000, log } = options
    await mkdir(folder, { recursive: true })
    const registry = new Registry(options, await openFiles(ctx, join(folder, 'files')))
    await registry.#loadKept().catch((err: unknown) => log.warn({ err }, 'cached registry state unreadable'))
    await registry.refresh()
    if (!registry.#state && registry.#outage !== undefined) throw registry.#outage
    registry.#poll(every)
    return registry
  }

  state(): RegistryState | null {
    return this.#state
  }

  /** True while the database is down, so `state` may be old. */
  get isDown(): boolean {
    return this.#outage !== undefined
  }

  onChange(listener: () => void): () => unknown {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Refreshes now. Never rejects: see `isDown`. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refreshNow())
    return this.#refreshing
  }

  async shellOf(document: VersionDocument): Promise<LiveShell> {
    return createLiveShell(document, await readTemplate(document, this.#files))
  }

  /** Returns the HTML that a page shows before any script runs. Reads it from the disk. */
  async prerendered(
    remote: LiveRemote,
    pathname: string,
    locale: string,
  ): Promise<{ integrity: string; html: string } | null> {
    const file = findPrerendered(remote, pathname, locale)
    // The page only appears later without it, for instance while the database is down.
    const html = file && (await this.#files.readText(file.integrity, file.url).catch(() => null))
    return file && html ? { integrity: file.integrity, html } : null
  }

  async developmentShell(shell: LiveShell): Promise<LiveShell> {
    if (!Object.hasOwn(shell.document.files, developmentPage)) return shell
    const template = await readTemplate(shell.document, this.#files, developmentPage)
    return { ...shell, ...template, catalogues: {}, sharedFiles: {} }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#refreshing
    await this.#warming
  }

  /**
   * Returns the name of the cached file within `files`, or null if no version that may run has it.
   * @throws DatabaseUnavailable if it is not cached and the database is down
   */
  async fileOf(name: string, version: string, path: string): Promise<string | null> {
    const document = await this.#documentOf(name, version)
    const file = document && Object.hasOwn(document.files, path) ? document.files[path] : undefined
    return file ? this.#files.ensure(file.integrity, path) : null
  }

  async shellFile(path: string): Promise<string | null> {
    const { page, versions } = this.#state ?? {}
    // The live shell first: another version may have an SDK file of the same name.
    for (const document of [page?.shell?.document, ...(versions?.values() ?? [])]) {
      if (document?.name !== 'shell' || !Object.hasOwn(document.files, path)) continue
      const file = document.files[path]
      if (file) return this.#files.ensure(file.integrity, path)
    }
    // Part of the cache key: the path may have been found in a version that is unpublished by now.
    const unpublished = [...(this.#state?.unpublished ?? [])].filter((key) => key.startsWith('shell@'))
    const find = () => findShellFile(this.#options.ctx, path)
    const integrity = await this.#files.remember([path, ...unpublished].join(' '), find)
    return integrity === null ? null : this.#files.ensure(integrity, path)
  }

  async lockFile(file: string): Promise<string | null> {
    const [, hash] = /^([\w-]{64})\.json$/.exec(file) ?? []
    if (hash === undefined) return null
    return this.#files.ensureLockFile(`sha384-${Buffer.from(hash, 'base64url').toString('base64')}`)
  }

  warmed(): Promise<void> {
    return this.#warming
  }

  get files(): string {
    return this.#files.folder
  }

  #poll(every: number): void {
    if (every === 0 || this.#isStopped) return
    this.#timer = setTimeout(() => void this.refresh().then(() => this.#poll(every)), every)
  }

  async #refreshNow(): Promise<void> {
    if (this.#isStopped) return
    const { ctx, log, migrate } = this.#options
    try {
      if (!this.#isMigrated) await migrate?.()
      this.#isMigrated = true
      if ((await readRevision(ctx)) !== this.#state?.revision) await this.#read()
      if (this.#outage !== undefined) log.info('registry available again')
      this.#outage = undefined
    } catch (error) {
      if (this.#outage === undefined) log.warn({ err: error }, 'registry unavailable, serving last known state')
      this.#outage = error
    }
  }

  async #read(): Promise<void> {
    const { ctx } = this.#options
    const read = await readChannelState(ctx)
    const keys = [...new Set(read.channels.flatMap(neededKeysOf))]
    const known = keys.flatMap((key) => this.#state?.signed.get(key) ?? [])
    const missing = keys.filter((key) => !this.#state?.signed.has(key))
    const signed = [...known, ...(await readVersions(ctx, missing))]
    const onBroken = this.#logBroken()
    const state = await makeState(read, signed, this.#state, { files: this.#files, onBroken })
    await this.#publishLockFile(state)
    await this.#apply(state)
    for (const remote of state.page.leftOut) onBroken(remote, 'the live shell cannot run this remote', { remote })
  }

  #logBroken(): OnBroken {
    const before = this.#broken
    const broken = new Set<string>()
    this.#broken = broken
    return (key, message, details) => {
      broken.add(key)
      if (!before.has(key)) this.#options.log.error(details, message)
    }
  }

  async #loadKept(): Promise<void> {
    const kept = await readKeptState(this.#options.folder)
    if (kept === null) return
    const reading = { files: this.#files, onBroken: this.#logBroken() }
    await this.#apply(await makeState(kept, kept.versions, null, reading))
  }

  async #apply(state: RegistryState): Promise<void> {
    // Fetches the copy that another server compressed, or compresses if the database is down.
    await this.#files.ensureLockFile(state.lockFile.integrity, () => compressFile(lockFileContent(state)))
    this.#state = state
    for (const listener of this.#listeners) listener()
    this.#warm(state.versions.values())
    await keepState(this.#options.folder, { ...state.shown, versions: [...state.signed.values()] })
  }

  /** Stored before any page names it, so that every server can serve it. */
  async #publishLockFile(state: RegistryState): Promise<void> {
    const { ctx } = this.#options
    const { integrity } = state.lockFile
    const before = this.#state?.lockFile.integrity
    if (integrity === before) return
    const [missing] = await findMissing(ctx, [integrity])
    if (missing) await insertFile(ctx, await compressFile(lockFileContent(state)))
    await noteLockFile(ctx, [integrity, before ?? integrity])
  }

  /** Caches all live files, in case the database goes down. */
  #warm(documents: Iterable<VersionDocument>): void {
    const warm = async (): Promise<void> => {
      for (const { files } of documents)
        for (const [path, { integrity }] of Object.entries(files)) {
          if (this.#isStopped) return
          await this.#files.ensure(integrity, path)
        }
    }
    this.#warming = this.#warming.then(warm).catch(() => {}) // requests fetch missing files
  }

  async #documentOf(name: string, version: string): Promise<VersionDocument | null> {
    const key = versionKey(name, version)
    const live = this.#state?.versions.get(key)
    if (live) return live
    if (this.#state?.unpublished.has(key)) return null
    const kept = await this.#files.remember(key, async () => {
      const found = await findVersion(this.#options.ctx, name, version)
      return found && !found.unpublishedAt ? JSON.stringify(found) : null
    })
    return kept === null ? null : parseVerified(signedVersion.parse(JSON.parse(kept)))
  }
}

const lockFileContent = ({ page, lockFile: { integrity } }: RegistryState) => ({
  integrity,
  content: Buffer.from(page.lock),
})
