// For Node: what the command `remote` asks for, and what the registry checks versions against.
import { z } from 'zod'
import { originKind } from 'contract/foreign-origins.ts'
import { releasedName, versionNumber } from 'contract/registry.ts'

const names = z.array(z.string())
/** Public: some visitors get it, because `stable` names it. Others are seen by those only who asked for a preview. */
const live = { version: versionNumber, isPublic: z.boolean() }

export const liveShell = z.object({
  ...live,
  kit: versionNumber,
  /** Names by shared module; `*`: it is not known which. */
  provides: z.record(z.string(), names),
})
export type LiveShell = z.infer<typeof liveShell>

export const liveRemote = z.object({
  ...live,
  name: releasedName,
  routes: names,
  /** What it fills: `organization-tab/invoices`. */
  places: names,
  needs: z.object({ kit: z.string().optional() }),
  uses: z.record(z.string(), names),
})
export type LiveRemote = z.infer<typeof liveRemote>

/** In bytes. */
const budgets = z.object({
  /** All that a remote's first screen takes at once, compressed: container, scripts and styles. */
  first: z.int(),
  /** Each script and style that is loaded later, compressed. */
  chunk: z.int(),
  /** All stylesheets together, as they are: the registry's servers parse them, which takes 4 s and 250 MB for 1 MB. */
  styles: z.int(),
  file: z.int(),
})
export type Budgets = z.infer<typeof budgets>

/** `GET /registry/facts`: all that tells whether a version fits what is live. */
export const facts = z.object({
  shells: z.array(liveShell),
  remotes: z.array(liveRemote),
  grants: z.array(z.object({ name: releasedName, kind: originKind, origin: z.string() })),
  /** Paths that are the shell's and the services' own, with all that is below them. */
  reservedPaths: names,
  /** Of the gateway, as SDL; null: it does not answer. */
  schema: z.string().nullable(),
  budgets,
})
export type Facts = z.infer<typeof facts>
