import type { Database } from 'database/connect.ts'
import type { FaultProxy } from 'database/fault-proxy.ts'

/** A product with injectable faults: embedded PostgreSQL, a proxy in front of it, and rest-auth. */
export interface World {
  readonly proxy: FaultProxy
  readonly postgres: {
    /** Bypasses the proxy. */
    readonly url: string
    administer<T>(work: (database: Database) => Promise<T>): Promise<T>
    kill(): Promise<void>
    start(): Promise<void>
    readonly folder: string
    /** Whether the data folder is on a small file system that may be filled. */
    readonly isSmall: boolean
  }
  readonly restAuth: {
    readonly url: string
    /** SIGKILL. `start` uses the same port. */
    kill(): Promise<void>
    start(): Promise<void>
    /** Unexpected exits. */
    readonly ends: number
    metric(name: string, labels?: RegExp): Promise<number>
  }
}

export interface Fault {
  readonly name: string
  /** Why it cannot run here, and what to do; null if it can. */
  obstacle?(world: World): string | null
  begin(world: World): Promise<void>
  end(world: World): Promise<void>
  /** Allowed responses: only 503, also 200, only 200, or also none (the process is down). */
  readonly responses: 'unavailable' | 'some' | 'all' | 'anything'
  /** Whether `/ready` must return 503. */
  readonly isTold?: boolean
  /** Maximum seconds until everything works again; 2 by default. */
  readonly backWithin?: number
}
