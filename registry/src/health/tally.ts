import { sha256 } from '@oslojs/crypto/sha2'
import type { FastifyBaseLogger } from 'fastify'
import type { ReportedFailure, ReportedVitals } from 'contract/page-report.ts'
import type { RegistryContext } from '../context.ts'
import { deleteOldHealth, type FailureRow, saveFailures, saveHealth } from './health.sql.ts'
import { bitOf, bitsOf } from './visitors.ts'
import { groupOf, noVitals } from './vitals.ts'

interface Version {
  readonly remote: string
  readonly version: string
}

export interface Visitor {
  /** The user's id, or the network. */
  readonly source: string
  /** Whether it is a user with a proved email. */
  readonly isProved: boolean
}

/** Counts of one version and kind of visitor since a time. */
interface Sum {
  readonly name: string
  readonly version: string
  readonly since: string
  readonly isProved: boolean
  readonly visitors: Map<string, number>
  readonly failed: Set<number>
  vitals: number[]
  isSaved: boolean
}

const hour = 60 * 60_000
/** Further visitors are not counted until the next hour, which bounds memory and errors of the bits. */
const maxVisitors = 500
/** New kinds of failures between two saves. */
const maxKinds = 1000

interface LiveState {
  readonly channels: readonly { name: string; channel: string; movedAt?: string | undefined }[]
}

interface TallyOptions {
  readonly ctx: RegistryContext
  readonly registry: { readonly state: () => LiveState | null }
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds between two saves; 0 for none. */
  readonly interval?: number
}

/** Collects in memory what pages report, and saves sums. */
export class Tally {
  readonly #options: TallyOptions
  readonly #sums = new Map<string, Sum>()
  #kinds = new Map<string, FailureRow>()
  #cleanedAt = 0
  #isFailing = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()
  #afterSave: ((isNew: boolean) => Promise<void>) | undefined
  /** True at the start: another process may have ended in between. */
  #isNew = true

  constructor(options: TallyOptions) {
    this.#options = options
    this.#repeat()
  }

  countView(version: Version, visitor: Visitor): void {
    this.#countVisitor(version, visitor)
  }

  countFailure(failure: ReportedFailure, visitor: Visitor): void {
    const { remote: name, version, phase, route, error, frames } = failure
    const { sum, bit } = this.#countVisitor(failure, visitor)
    // A service that fails is no fault of the version.
    if (phase !== 'call' && bit !== undefined && !sum.failed.has(bit)) {
      sum.failed.add(bit)
      sum.isSaved = false
    }
    this.#addKind({ name, version, id: idOf(failure), phase, route, error, frames, times: 1 })
  }

  countVitals({ remote, version, ...vitals }: ReportedVitals, { isProved }: Visitor): void {
    const sum = this.#sumOf({ remote, version }, isProved)
    for (const vital of ['lcp', 'inp', 'cls'] as const) {
      const value = vitals[vital]
      if (value === undefined) continue
      const group = groupOf(vital, value)
      sum.vitals[group] = (sum.vitals[group] ?? 0) + 1
      sum.isSaved = false
    }
  }

  /** Runs `work` after each save. `isNew`: rows have changed since it last succeeded. */
  follow(work: (isNew: boolean) => Promise<void>): void {
    this.#afterSave = work
  }

  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveNow())
    return this.#saving
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.save()
  }

  #repeat(): void {
    const { interval = 2000 } = this.#options
    if (interval === 0 || this.#isStopped) return
    this.#timer = setTimeout(() => void this.save().then(() => this.#repeat()), interval).unref()
  }

  #sumOf({ remote: name, version }: Version, isProved: boolean): Sum {
    const { ctx, registry } = this.#options
    const now = ctx.now().getTime()
    const stable = registry.state()?.channels.find((each) => each.name === name && each.channel === 'stable')
    const movedAt = stable?.movedAt ? Date.parse(stable.movedAt) : 0
    const since = new Date(Math.max(now - (now % hour), movedAt)).toISOString()
    const key = `${name}@${version} ${since} ${isProved}`
    const known = this.#sums.get(key)
    if (known) return known
    const counts = { visitors: new Map<string, number>(), failed: new Set<number>(), vitals: noVitals() }
    const sum = { name, version, since, isProved, ...counts, isSaved: false }
    this.#sums.set(key, sum)
    return sum
  }

  #countVisitor(version: Version, { source, isProved }: Visitor): { sum: Sum; bit: number | undefined } {
    const sum = this.#sumOf(version, isProved)
    if (!sum.visitors.has(source) && sum.visitors.size < maxVisitors) {
      sum.visitors.set(source, bitOf(source))
      sum.isSaved = false
    }
    return { sum, bit: sum.visitors.get(source) }
  }

  #addKind(row: FailureRow): void {
    const key = `${row.name}@${row.version} ${row.id}`
    const known = this.#kinds.get(key)
    if (known || this.#kinds.size < maxKinds) this.#kinds.set(key, { ...row, times: row.times + (known?.times ?? 0) })
  }

  /** Keeps in memory what the database does not take. */
  async #saveNow(): Promise<void> {
    const { ctx, log } = this.#options
    const sums = [...this.#sums.values()].filter(({ isSaved }) => !isSaved)
    const kinds = this.#kinds
    const rows = sums.map(({ visitors, failed, ...sum }) => ({
      ...sum,
      visitors: bitsOf(visitors.values()),
      failedVisitors: bitsOf(failed),
    }))
    for (const sum of sums) Object.assign(sum, { isSaved: true, vitals: noVitals() })
    this.#kinds = new Map()
    try {
      if (rows.length + kinds.size > 0)
        await ctx.database.begin(async (db) => {
          if (rows.length > 0) await saveHealth({ ...ctx, db }, rows)
          if (kinds.size > 0) await saveFailures({ ...ctx, db }, [...kinds.values()])
        })
      this.#isFailing = false
    } catch (err) {
      if (!this.#isFailing) log.warn({ err }, 'reports of pages not saved, will retry')
      this.#isFailing = true
      for (const [index, sum] of sums.entries()) {
        sum.isSaved = false
        sum.vitals = sum.vitals.map((count, group) => count + (rows[index]?.vitals[group] ?? 0))
      }
      for (const row of kinds.values()) this.#addKind(row)
      return
    }
    if (rows.length + kinds.size > 0) this.#isNew = true
    await this.#followUp()
    await this.#forgetOld().catch((err: unknown) => log.warn({ err }, 'reports of pages not deleted, will retry'))
  }

  async #followUp(): Promise<void> {
    try {
      await this.#afterSave?.(this.#isNew)
      this.#isNew = false
    } catch (err) {
      if (!this.#isFailing) this.#options.log.warn({ err }, 'health of remotes not followed up, will retry')
      this.#isFailing = true
    }
  }

  async #forgetOld(): Promise<void> {
    const { ctx } = this.#options
    const now = ctx.now().getTime()
    for (const [key, { since, isSaved }] of this.#sums)
      if (isSaved && now - Date.parse(since) > hour) this.#sums.delete(key)
    if (now - this.#cleanedAt < hour) return
    await deleteOldHealth(ctx)
    this.#cleanedAt = now
  }
}

/** The same kind of failure has the same id in each page and on each server. */
export function idOf({ phase, route, error, frames: [first = ''] }: ReportedFailure): string {
  const hash = sha256(new TextEncoder().encode([phase, route, error, first].join('\n')))
  return Buffer.from(hash).toString('hex', 0, 8)
}
