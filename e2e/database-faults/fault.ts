import type { World } from './world.ts'

export interface Fault {
  readonly name: string
  /** Fills the disk, so it is skipped unless the data is on a small file system. */
  readonly needsSmallDisk?: boolean
  begin(world: World): Promise<void>
  end(world: World): Promise<void>
  /** Allowed responses: only 503, also 200, only 200, or also none (the process is down). */
  readonly responses: 'unavailable' | 'some' | 'all' | 'anything'
  /** Whether `/ready` must return 503. */
  readonly isReported?: boolean
  /** Maximum seconds until everything works again; 2 by default. */
  readonly backWithin?: number
}
