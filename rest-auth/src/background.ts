import type { Context } from './context.ts'

const running = new Set<Promise<void>>()

/**
 * Does `work` after the answer, so that the answer's time tells nothing about it (whether an address is known, say).
 * A failure is logged, nobody waits for it.
 */
export function inBackground(ctx: Context, what: string, work: () => Promise<void>): void {
  const done: Promise<void> = work()
    .catch((error: unknown) => ctx.log.error({ err: error }, `${what} failed`))
    .finally(() => running.delete(done))
  running.add(done)
}

/** Resolves when all that runs now has ended: before the process stops, and in tests. */
export async function backgroundWork(): Promise<void> {
  await Promise.all(running)
}
