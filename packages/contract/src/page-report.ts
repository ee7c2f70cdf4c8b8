// For Node: pages import only the types, because zod would cost them 89 kB.
import { z } from 'zod'

const named = { remote: z.string().max(64), version: z.string().max(64) }

/** `call`: its service did not respond, or with a 5xx. */
const phases = ['load', 'texts', 'render', 'place', 'late', 'recovered', 'call'] as const

const failure = z.object({
  ...named,
  phase: z.enum(phases),
  /** A pattern such as `/invoices/:id`. */
  route: z.string().max(200).catch(''),
  /** The class of the error, or `HTTP 503`. Never its message, which may contain personal data. */
  error: z
    .string()
    .regex(/^(\w{0,40}(Error|Exception)|[a-z]{1,10}|HTTP \d{3})$/)
    .catch('Error'),
  /** Positions in the version's own files, innermost first: `assets/12.1b2c.js:1:173`. */
  frames: z
    .array(z.string().regex(/^[\w.+/-]{1,255}\.js:\d{1,7}:\d{1,7}$/))
    .max(5)
    .catch([]),
})
export type ReportedFailure = z.infer<typeof failure>

const vitals = z.object({
  ...named,
  /** In milliseconds, like `inp`. */
  lcp: z.number().min(0).optional(),
  inp: z.number().min(0).optional(),
  cls: z.number().min(0).optional(),
})
export type ReportedVitals = z.infer<typeof vitals>

/** The body of `POST /remotes/failures`. */
export const pageReport = z.union([
  // Pages of 2.1 send one failure.
  failure.transform((only) => ({ views: [], failures: [only], vitals: undefined })),
  z.object({
    /** Versions that the page began to use. */
    views: z.array(z.object(named)).max(100).default([]),
    failures: z.array(failure).max(20).default([]),
    /** They belong to the remote whose page was opened. */
    vitals: vitals.optional(),
  }),
])
export interface PageReport {
  views?: { remote: string; version: string }[]
  failures?: ReportedFailure[]
  vitals?: ReportedVitals
}

/** In bytes. */
export const maxPageReport = 4096
