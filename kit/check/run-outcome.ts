import { z } from 'zod'

/** What `run-in-dom.ts` is given. */
export const runInput = z.object({
  /** Name of the container's variable. */
  container: z.string(),
  entry: z.string(),
  /** Scripts by path. */
  files: z.record(z.string(), z.string()),
  /** Keys of the modules that the shell shares. */
  shared: z.array(z.string()),
  /** Version of kit that it asks for. */
  kit: z.string(),
})

/** What it found. */
export const runOutcome = z.object({
  /** Why it is no remote; each follows its name. */
  faults: z.array(z.string()),
  notes: z.array(z.string()),
  /** Patterns of its routes. */
  routes: z.array(z.string()),
  /** Entries of places that it has a component for: `organization-tab/invoices`. */
  places: z.array(z.string()),
})
export type RunOutcome = z.infer<typeof runOutcome>
