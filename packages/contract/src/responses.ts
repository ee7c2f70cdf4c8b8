import { z } from 'zod'
import { originKind } from './foreign-origins.ts'
import { channelName, releasedName, versionNumber } from './registry.ts'

const time = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

export const channel = z
  .object({
    name: releasedName,
    channel: channelName,
    version: z.string().nullable(),
    canary: z.string().nullable().describe('Canary that `percent` of browsers get instead of `version`'),
    percent: z.int(),
    revision: z.int().describe('Number of moves; send it as `expect` with the next one'),
    history: z.array(z.string()).describe('Previous versions, latest last; a rollback returns to the last one'),
    movedAt: time,
    movedBy: z.string(),
  })
  .meta({ id: 'Channel' })
export type Channel = z.infer<typeof channel>

const healthShare = z.object({
  visitors: z.int().describe('A visitor of several hours counts in each'),
  failed: z.int().describe('Those for whom something of the version failed'),
})
export type HealthShare = z.infer<typeof healthShare>

const healthSummary = healthShare
  .extend({ version: versionNumber, kinds: z.int().describe('Kinds of failures') })
  .meta({ id: 'HealthSummary' })
export type HealthSummary = z.infer<typeof healthSummary>

const typical = z.number().nullable().describe('Three of four pages are within it; null if unknown')

export const versionHealth = z
  .object({
    version: versionNumber,
    users: healthShare.describe('Users with a proved email'),
    networks: healthShare.describe('Networks of other visitors'),
    vitals: z.object({ lcp: typical, inp: typical, cls: typical }).describe('LCP and INP in milliseconds'),
    failures: z.array(
      z.object({
        phase: z.string(),
        route: z.string(),
        error: z.string(),
        times: z.number().describe('Visitors that had it, each at most once in five minutes'),
        firstAt: time,
        lastAt: time,
        frames: z.array(z.string()).describe('Positions in the files of the version, innermost first'),
        sourceLines: z.array(z.string()).describe('The same in the sources, if their maps were published'),
      }),
    ),
  })
  .meta({ id: 'VersionHealth' })
export type VersionHealth = z.infer<typeof versionHealth>

export const releases = z.object({
  name: releasedName,
  channels: z.array(channel),
  health: z.array(healthSummary).optional().describe('Of the last 24 hours'),
})

export const versionSummary = z
  .object({
    version: versionNumber,
    publishedAt: time,
    publishedBy: z.string(),
    unpublishedAt: time.nullable(),
  })
  .meta({ id: 'VersionSummary' })

export const releasedRemote = releases.extend({ versions: z.array(versionSummary) })

export const right = z.enum(['publish', 'promote', 'override'])
export type Right = z.infer<typeof right>

export const token = z
  .object({
    id: z.string(),
    name: releasedName,
    label: z.string(),
    rights: z.array(right),
    publicKey: z.string().nullable().describe('Key that must sign its versions; null until the first publish'),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time,
    revokedAt: time.nullable(),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof token>

export const logEntry = z
  .object({
    id: z.int(),
    at: time,
    who: z.string(),
    action: z.string(),
    name: releasedName,
    channel: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    percent: z.int().nullable(),
    change: z.string().nullish().describe('What the channel showed before and after'),
    why: z.string().nullable(),
  })
  .meta({ id: 'LogEntry' })

export const preview = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.string().nullable().describe('Null if it shows the latest build of `npx remote dev`'),
    createdBy: z.string(),
    expiresAt: time.describe('Deadline for confirming it'),
    channel: z.string().optional().describe('Only of an address that lives as long as this channel'),
  })
  .meta({ id: 'Preview' })

export const service = z
  .object({ name: z.string(), url: z.string().describe('An origin'), setAt: time, setBy: z.string() })
  .meta({ id: 'Service' })
export type Service = z.infer<typeof service>

export const foreignOrigin = z
  .object({
    name: z.string().describe('The remote'),
    kind: originKind,
    origin: z.string(),
    askedBy: z.array(z.string()).describe('Versions on channels whose remote.json requests it'),
    grantedAt: time.nullable().describe('Null if pages may not use it'),
    grantedBy: z.string().nullable(),
  })
  .meta({ id: 'ForeignOrigin' })
export type ForeignOrigin = z.infer<typeof foreignOrigin>

export const pruned = z.object({
  versions: z.array(z.object({ name: releasedName, version: versionNumber })),
  files: z.int(),
  bytes: z.int().describe('Size of the files with their compressed copies'),
})
