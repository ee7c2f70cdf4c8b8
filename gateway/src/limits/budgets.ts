import { LRUCache } from 'lru-cache'
import type { IpBucket } from 'service/client-ip.ts'
import type { Budget } from '../context.ts'
import { limits } from 'contract/graphql/limits.ts'

export interface Spending extends Omit<Budget, 'isEnforced'> {
  /** When to retry. Set only if the budget was exhausted. */
  readonly waitUntil?: number
}

export const minCost = 100 // the overhead of any request, measured in objects

const maxClients = 50_000 // takes 10 MB

// A token bucket of `limits.cost` per client. A client with anything left may overdraw it, so that
// no request needs a full budget, and then has to wait longer.
export class Budgets {
  readonly #perMillisecond: number
  /** When each budget is full again. */
  readonly #fullAt = new LRUCache<string, number>({ max: maxClients })

  constructor(costPerMinute: number) {
    this.#perMillisecond = costPerMinute / 60_000
  }

  get size(): number {
    return this.#fullAt.size
  }

  // Spends `cost` from each bucket that has at least `required`, narrowest first, so that rejected
  // clients take nothing from their neighbours. Returns the exhausted bucket, or the narrowest.
  spend([bucket, ...wider]: readonly IpBucket[], cost: number, required: number, now: number): Spending {
    if (!bucket) return { remaining: limits.cost, resetAt: now }
    const budget = this.#spendFrom(bucket, cost, required, now)
    const refusal = budget.waitUntil === undefined ? this.spend(wider, cost, required, now) : budget
    return refusal.waitUntil === undefined ? budget : refusal
  }

  #spendFrom({ name, factor }: IpBucket, cost: number, required: number, now: number): Spending {
    const full = limits.cost * factor
    const rate = this.#perMillisecond * factor
    const before = Math.max(now, this.#fullAt.get(name) ?? now)
    const has = Math.round(full - (before - now) * rate)
    const isAllowed = has >= required
    const fullAt = isAllowed ? before + cost / rate : before
    this.#fullAt.set(name, fullAt)
    const left = isAllowed ? has - cost : has
    return {
      remaining: Math.max(0, Math.min(limits.cost, left)),
      resetAt: fullAt,
      ...(!isAllowed && { waitUntil: now + (minCost - has) / rate }),
    }
  }
}
