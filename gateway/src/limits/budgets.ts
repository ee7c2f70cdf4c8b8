import type { AddressBucket } from 'service/client-address.ts'
import type { Budget } from '../context.ts'
import { limits } from './limits.ts'

/** What came of asking for a part of a budget; `waitUntil` is when to ask again, if nothing was given. */
export interface Spending extends Budget {
  readonly waitUntil?: number
}

/** What any request costs at least, in objects: to be read and answered takes about as much as a hundred of them. */
export const leastCost = 100

/** Of so many clients the budgets are kept at most, of those who asked last; it takes 10 MB. */
const most = 50_000

/**
 * A budget for each client: `limits.cost`, which fills up again all the time (a token bucket). Whoever has something left may
 * spend more than that, so that no request needs a full budget; then they wait until it is made up for.
 */
export class Budgets {
  readonly #perMillisecond: number
  /** When each budget is full again. */
  #fullAt = new Map<string, number>()
  /** Of those who have not asked since `#fullAt` was begun: dropped as a whole, as no order has to be kept then. */
  #older = new Map<string, number>()

  constructor(costPerMinute: number) {
    this.#perMillisecond = costPerMinute / 60_000
  }

  /** Of how many clients there are budgets, those who ask in both maps counted twice. */
  get size(): number {
    return this.#fullAt.size + this.#older.size
  }

  /**
   * Spends `cost` of each bucket if it has `least`, the narrowest first: what that refuses takes nothing of its neighbours.
   * Answers what is left in the one that refuses, or in the narrowest.
   */
  spend([bucket, ...wider]: readonly AddressBucket[], cost: number, least: number, now: number): Spending {
    if (!bucket) return { remaining: limits.cost, resetAt: now }
    const budget = this.#spendOf(bucket, cost, least, now)
    const refusal = budget.waitUntil === undefined ? this.spend(wider, cost, least, now) : budget
    return refusal.waitUntil === undefined ? budget : refusal
  }

  #spendOf({ name, factor }: AddressBucket, cost: number, least: number, now: number): Spending {
    const full = limits.cost * factor
    const rate = this.#perMillisecond * factor
    const before = Math.max(now, this.#fullAt.get(name) ?? this.#older.get(name) ?? now)
    const has = Math.round(full - (before - now) * rate)
    const isGiven = has >= least
    const fullAt = isGiven ? before + cost / rate : before
    this.#keep(name, fullAt)
    const left = isGiven ? has - cost : has
    return {
      remaining: Math.max(0, Math.min(limits.cost, left)),
      resetAt: fullAt,
      ...(!isGiven && { waitUntil: now + (leastCost - has) / rate }),
    }
  }

  #keep(name: string, fullAt: number): void {
    this.#fullAt.set(name, fullAt)
    if (this.#fullAt.size < most / 2) return
    this.#older = this.#fullAt
    this.#fullAt = new Map()
  }
}
