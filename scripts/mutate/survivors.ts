/** A mutant that no test notices, and why that does not matter. `before` and `after` are as `npm run mutate` prints them. */
export interface Survivor {
  readonly before: string
  readonly after: string
  readonly reason: string
}

/** By file. An entry whose line is no more is refused, so that the list does not outlive the code. */
export const accepted: Record<string, readonly Survivor[]> = {}
