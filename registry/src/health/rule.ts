import type { HealthShare } from 'contract/responses.ts'

// When a version is taken back (docs/operating/registry.md, "Versions that fail").

/** Fewer could be one office with a broken network. */
const minVisitors = 20
/** Distance from chance, in standard deviations, so that no healthy version is taken back. */
const minDeviation = 5
/** Added to the version before, which few may have used: four failures of twenty visitors. */
const prior = { visitors: 20, failed: 4 }

/** In milliseconds, in which pages report that they use a version; they report failures at once. */
export const minAge = 15_000
/** In milliseconds after a promotion. Later, people decide. */
export const maxAge = 60 * 60_000

/** Whether at least `points` percentage points more visitors have failures than with the version before. */
export function isWorse(now: HealthShare, before: HealthShare, points: number): boolean {
  const known = before.visitors + prior.visitors
  const expected = ((before.failed + prior.failed) / known) * now.visitors
  // Both numbers are counted, so both are uncertain.
  const deviation = Math.sqrt(1 + expected * (1 + now.visitors / known))
  const excess = now.failed - expected
  return now.visitors >= minVisitors && excess >= (points / 100) * now.visitors && excess >= minDeviation * deviation
}
