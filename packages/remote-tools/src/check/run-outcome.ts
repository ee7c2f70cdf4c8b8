import { z } from 'zod'

export const runInput = z.object({
  container: z.string(),
  entry: z.string(),
  files: z.record(z.string(), z.string()),
  shared: z.array(z.string()),
  kit: z.string(),
})

export const runOutcome = z.object({
  // Sentences that follow the remote's name.
  violations: z.array(z.string()),
  notes: z.array(z.string()),
  routes: z.array(z.string()),
  // Place and entry: `organization-tab/invoices`.
  places: z.array(z.string()),
})
export type RunOutcome = z.infer<typeof runOutcome>
