import { setTimeout as delay } from 'node:timers/promises'
import type { Fault, World } from '../fault.ts'
import full from './full.ts'

/** Fills what PostgreSQL's log of changes had set aside, until PostgreSQL ends because it cannot go on. */
async function useUp(world: World): Promise<void> {
  for (let switches = 0; switches < 100; switches += 1) {
    const isRunning = await world.postgres
      .administer(
        ({ sql }) => sql.read`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000)), pg_switch_wal()`,
      )
      .then(
        () => true,
        () => false,
      )
    if (!isRunning) return
    await full.begin(world)
  }
}

export default {
  ...full,
  name: 'disk is full, also for the log of changes: PostgreSQL ends',
  async begin(world) {
    await full.begin(world)
    await useUp(world)
  },
  async end(world) {
    await full.end(world)
    // As the supervisor does (keepEmbeddedDatabase).
    for (let isRunning = false; !isRunning; await delay(100))
      isRunning = await world.postgres.start().then(
        () => true,
        () => false,
      )
  },
} satisfies Fault
