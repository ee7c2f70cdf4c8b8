import type { Database } from 'database/connect.ts'
import type { FaultProxy } from 'database/fault-proxy.ts'

/** A product of which one part fails: an embedded PostgreSQL, a proxy in front of it, and rest-auth. */
export interface World {
  /** What rest-auth takes for the database. */
  readonly proxy: FaultProxy
  readonly postgres: {
    /** With the database itself, without the proxy. */
    readonly url: string
    /** As the operator of the database has it. Ends with PostgreSQL, and is there again when that is. */
    administer<T>(work: (database: Database) => Promise<T>): Promise<T>
    /** Ends it with SIGKILL; `start` starts it again. */
    kill(): Promise<void>
    start(): Promise<void>
    /** Where its data is. */
    readonly folder: string
    /** Whether that is a small file system that may be filled. */
    readonly isSmall: boolean
  }
  readonly restAuth: {
    readonly url: string
    /** Ends it with SIGKILL; `start` starts it again on the same port. */
    kill(): Promise<void>
    start(): Promise<void>
    /** How often it ended by itself. */
    readonly ends: number
    /** The sum of a metric over all label sets that match. */
    metric(name: string, labels?: RegExp): Promise<number>
  }
}

/** One line of the table. */
export interface Fault {
  readonly name: string
  /** Why it cannot be tried here, with what to do about that; null when it can. */
  obstacle?(world: World): string | null
  begin(world: World): Promise<void>
  end(world: World): Promise<void>
  /**
   * What calls may be answered meanwhile: `unavailable` 503 only; `some` 200 too; `all` 200 only; `anything` nothing at all
   * too (the process is away).
   */
  readonly answers: 'unavailable' | 'some' | 'all' | 'anything'
  /** `/ready` has to say 503. */
  readonly isTold?: boolean
  /** Seconds until everything works after its end; 2 by default. */
  readonly backWithin?: number
}
