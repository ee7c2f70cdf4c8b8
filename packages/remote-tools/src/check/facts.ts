import { z } from 'zod'
import { originKind } from 'contract/foreign-origins.ts'
import { releasedName, versionNumber } from 'contract/registry.ts'

const names = z.array(z.string())
// Public: `stable` has it, at least for some visitors. Others are only in previews.
const live = { version: versionNumber, isPublic: z.boolean() }

export const liveShell = z.object({
  ...live,
  kit: versionNumber,
  // Exports by shared module; `*` if they are unknown.
  provides: z.record(z.string(), names),
})
export type LiveShell = z.infer<typeof liveShell>

export const liveRemote = z.object({
  ...live,
  name: releasedName,
  routes: names,
  // Place and entry: `organization-tab/invoices`.
  places: names,
  // Names such as `mf-invoices:approve`. Like the signing key missing in 2.1.0.
  permissions: names.optional(),
  publicKey: z.string().optional(),
  needs: z.object({ kit: z.string().optional() }),
  uses: z.record(z.string(), names),
})
export type LiveRemote = z.infer<typeof liveRemote>

// In bytes, the first three compressed.
const budgetsOf = z.object({
  first: z.int(),
  // Exceptions from `first` by remote. Missing in 2.0.0.
  raised: z.record(z.string(), z.int()).optional(),
  // Recommended; files that are loaded on demand may be larger.
  chunk: z.int(),
  // All stylesheets together. To parse 1 MB, the registry needs 4 s and 250 MB.
  styles: z.int(),
  file: z.int(),
})
export type Budgets = z.infer<typeof budgetsOf>

// In bytes of gzip. An empty container has 7.5 kB, our largest screen 10 kB, a second React 67 kB.
export const budgets: Budgets = { first: 60_000, chunk: 60_000, styles: 100_000, file: 2_000_000 }

export const facts = z.object({
  shells: z.array(liveShell),
  remotes: z.array(liveRemote),
  grants: z.array(z.object({ name: releasedName, kind: originKind, origin: z.string() })),
  // Remotes that may have an order below 10. Missing from registries of release 2.0.
  firstPlaces: names.optional(),
  // Including all paths below.
  reservedPaths: names,
  // As SDL; null if the gateway is unavailable.
  schema: z.string().nullable(),
  budgets: budgetsOf,
})
export type Facts = z.infer<typeof facts>
