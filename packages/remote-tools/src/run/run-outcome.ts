import { z } from 'zod'

export const runInput = z.object({
  container: z.string(),
  entry: z.string(),
  // Scripts by path.
  files: z.record(z.string(), z.string()),
  kit: z.string(),
})
export type RunInput = z.infer<typeof runInput>

/** `loadMs` and `drawMs` of each screen are processor time, `waitMs` is idle time. */
export const runLimits = { loadMs: 20_000, drawMs: 5000, waitMs: 5000 }

/** The build writes it where a page shows the name of the product. */
export const productPlaceholder = '{{product}}'

export const pagesInput = runInput.extend({
  // With kit and React.
  script: z.string(),
  locales: z.array(z.string()),
})

export const pagesOutcome = z.object({
  pages: z.array(z.object({ pattern: z.string(), locale: z.string(), html: z.string() })),
  problem: z.string().optional(),
})

export const runOutcome = z.object({
  // Sentences that follow the remote's name.
  violations: z.array(z.string()),
  // Sentences about screens that throw or do not finish.
  failing: z.array(z.string()),
  notes: z.array(z.string()),
  routes: z.array(z.string()),
  // Place and entry: `organization-tab/invoices`.
  places: z.array(z.string()),
})
export type RunOutcome = z.infer<typeof runOutcome>
