import type { Asker } from './asker.ts'
import { Lane, type LaneOptions } from './lane.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Who waits for a lane. `use` is called once, or `refuse`, or neither after `Pool.leave`. */
export interface Waiter {
  /** For itself alone: whatever may wait for a lock. The others share, one statement behind the other. */
  readonly isExclusive: boolean
  readonly asker: Asker | undefined
  /** `release` says that the lane is done with. */
  use(lane: Lane, release: () => void): void
  refuse(error: DatabaseUnavailable): void
}

export type PoolName = 'reads' | 'writes' | 'health'

/** What a pool does now. */
export interface PoolState {
  readonly name: PoolName
  /** How many connections it may have, has, and is using. */
  readonly size: number
  readonly open: number
  readonly busy: number
  /** Statements that PostgreSQL has not answered yet. */
  readonly running: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

interface PoolOptions extends LaneOptions {
  readonly name: PoolName
  readonly size: number
  /** Nobody has all lanes: a user or an organization holds a third of them at most, an address two thirds. */
  readonly isFair: boolean
  /** How long opening a connection may take, in milliseconds. */
  readonly connectTimeout: number
  /** How long whoever waits may hope while there is no connection at all, in milliseconds. */
  readonly queueTimeout: number
}

/** Statements that are sent on one lane at once. */
const mostShared = 16
const mostWaiting = 1000
/** Between attempts to connect while earlier ones fail or are silent, in milliseconds. */
const attemptsApart = 300
const longestLife = 3_600_000

/** Lanes that take turns. Opens them when they are needed; while that fails, again and again until it does not. */
export class Pool {
  readonly name: PoolName
  readonly #options: PoolOptions
  readonly #lanes = new Set<Lane>()
  readonly #opening = new Set<Lane>()
  readonly #waiting = new Set<Waiter>()
  /** How many lanes are held for whom. */
  readonly #held = new Map<string, number>()
  #trouble: { readonly since: number; readonly attempts: number; readonly reason: unknown } | undefined
  #attempt: NodeJS.Timeout | undefined
  #isEnding = false

  constructor(options: PoolOptions) {
    this.name = options.name
    this.#options = options
  }

  get state(): PoolState {
    const lanes = [...this.#lanes]
    return {
      name: this.name,
      size: this.#options.size,
      open: lanes.length,
      busy: lanes.filter(({ held, running }) => held || running.size > 0).length,
      running: lanes.reduce((sum, { running }) => sum + running.size, 0),
      waiting: this.#waiting.size,
    }
  }

  /** Calls `use` at once when a lane is free, otherwise when its turn has come. */
  enter(waiter: Waiter): void {
    const lane = this.#waiting.size === 0 ? this.#laneFor(waiter) : undefined
    if (lane) return this.#give(lane, waiter)
    if (this.#isEnding) return waiter.refuse(new DatabaseUnavailable('the connections are being closed'))
    if (this.#waiting.size >= mostWaiting)
      return waiter.refuse(new DatabaseUnavailable('too many wait for the database'))
    if (this.#isHopeless) return waiter.refuse(this.reason)
    this.#waiting.add(waiter)
    this.#serve()
  }

  /** Whether it still waited. */
  leave(waiter: Waiter): boolean {
    return this.#waiting.delete(waiter)
  }

  /** Why there is no lane for those who wait. */
  get reason(): DatabaseUnavailable {
    if (this.#lanes.size > 0) return new DatabaseUnavailable('all connections are in use')
    const reason = this.#trouble?.reason
    if (reason instanceof DatabaseUnavailable) return reason
    return new DatabaseUnavailable(
      reason instanceof Error ? reason.message : 'the database does not answer in time',
      reason,
    )
  }

  /** Ends the idle lanes that were not heard of since then: they are as silent as the one that was waited for. */
  endSilent(since: number): void {
    for (const lane of this.#lanes) {
      if (lane.heardAt < since && lane.running.size === 0 && !lane.held)
        lane.end(new DatabaseUnavailable('the database does not answer in time'))
    }
  }

  /** Lets what runs finish. */
  async end(): Promise<void> {
    this.#isEnding = true
    clearTimeout(this.#attempt)
    this.#refuseAll(new DatabaseUnavailable('the connections are being closed'))
    for (const lane of this.#opening) lane.end(new DatabaseUnavailable('the connections are being closed'))
    await Promise.all([...this.#lanes].map((lane) => lane.close()))
  }

  #serve(): void {
    for (const waiter of this.#waiting) {
      if (waiter.isExclusive && this.#hasEnough(waiter.asker)) continue
      const lane = this.#laneFor(waiter)
      if (!lane) break
      this.#waiting.delete(waiter)
      this.#give(lane, waiter)
    }
    this.#grow()
  }

  #laneFor({ isExclusive, asker }: Waiter): Lane | undefined {
    if (isExclusive && this.#hasEnough(asker)) return undefined
    // Whoever stands behind a slow statement waits for it: none does while there may be another connection.
    const most = isExclusive || (this.#hasRoom() && !this.#trouble) ? 1 : mostShared
    let best: Lane | undefined
    for (const lane of this.#lanes) {
      if (!lane.isFree || lane.running.size >= most) continue
      if (!best || lane.running.size < best.running.size) best = lane
    }
    return best
  }

  #give(lane: Lane, waiter: Waiter): void {
    if (!waiter.isExclusive) return waiter.use(lane, () => this.#turn(lane))
    const holders = [...(waiter.asker?.holders ?? [])] // as they are now: it may be known later whose request it is
    lane.held = true
    for (const holder of holders) this.#count(holder, 1)
    waiter.use(lane, () => {
      lane.held = false
      for (const holder of holders) this.#count(holder, -1)
      this.#turn(lane)
    })
  }

  /** A lane has done something: it may be the turn of somebody else, or its end. */
  #turn(lane: Lane): void {
    const isIdle = !lane.held && lane.running.size === 0 && !lane.isEnded
    if (isIdle && (lane.isLeaving || performance.now() - lane.openedAt > longestLife)) {
      this.#lanes.delete(lane)
      void lane.close()
    }
    if (this.#waiting.size > 0) this.#serve()
  }

  #hasEnough(asker: Asker | undefined): boolean {
    if (!this.#options.isFair) return false
    for (const holder of asker?.holders ?? []) {
      const thirds = holder.startsWith('address ') ? 2 : 1
      if ((this.#held.get(holder) ?? 0) >= Math.ceil((this.#options.size * thirds) / 3)) return true
    }
    return false
  }

  #count(holder: string, change: 1 | -1): void {
    const count = (this.#held.get(holder) ?? 0) + change
    if (count > 0) this.#held.set(holder, count)
    else this.#held.delete(holder)
  }

  #grow(): void {
    if (!this.#trouble) while (this.#opening.size < this.#waiting.size && this.#hasRoom()) this.#open()
    // Also when nobody waits: whoever comes next should not be the one who finds out that the database is back.
    if (this.#waiting.size === 0 && !this.#trouble) return
    this.#attempt ??= setTimeout(() => {
      this.#attempt = undefined
      if (this.#hasRoom()) this.#open()
      this.#grow()
    }, attemptsApart)
  }

  get #isHopeless(): boolean {
    if (this.#lanes.size > 0 || !this.#trouble) return false
    // Each of several servers was tried: one that follows is found out only by asking it.
    if (this.#trouble.attempts < this.#options.hosts.servers.length) return false
    return performance.now() - this.#trouble.since >= this.#options.queueTimeout
  }

  #refuseAll(reason: DatabaseUnavailable): void {
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const waiter of all) waiter.refuse(reason)
  }

  #hasRoom(): boolean {
    return !this.#isEnding && this.#lanes.size + this.#opening.size < this.#options.size
  }

  #open(): void {
    const lane: Lane = new Lane(this.#options, () => {
      this.#lanes.delete(lane)
      if (this.#waiting.size > 0) this.#grow()
    })
    this.#opening.add(lane)
    lane.open(this.#options.connectTimeout).then(
      () => {
        this.#opening.delete(lane)
        if (this.#isEnding) return void lane.close()
        this.#trouble = undefined
        this.#lanes.add(lane)
        this.#serve()
      },
      (reason: unknown) => {
        this.#opening.delete(lane)
        if (this.#isEnding) return
        const { since, attempts } = this.#trouble ?? { since: lane.openedAt, attempts: 0 }
        this.#trouble = { since, attempts: attempts + 1, reason }
        if (this.#waiting.size > 0) this.#serve() // by the lanes that there are
        if (this.#isHopeless) this.#refuseAll(this.reason)
        this.#grow()
      },
    )
  }
}
