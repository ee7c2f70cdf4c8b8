import { channelName, releasedName, versionNumber } from 'kit/registry'
import { z } from 'zod'
import { statuses } from './refusal.ts'
import { rights } from './tokens.sql.ts'

// What the registry's calls answer; the OpenAPI document is made of it.

const time = z.date()

// Named in the document for whoever acts on each; handlers beside the registry's have further ones.
z.enum(Object.keys(statuses)).meta({ id: 'RefusalCode' })

export const error = z
  .looseObject({
    code: z.string().describe('A RefusalCode, or NOT_FOUND, BAD_REQUEST, INTERNAL_SERVER_ERROR'),
    message: z.string().describe('What to do about it'),
  })
  .meta({ id: 'Error' })

export const channel = z
  .object({
    name: releasedName,
    channel: channelName,
    version: z.string().nullable(),
    candidate: z.string().nullable().describe('Shown to `percent` of a hundred browsers in the place of `version`'),
    percent: z.int(),
    revision: z.int().describe('Counts the moves; `expect` of the next one'),
    history: z.array(z.string()).describe('Versions that it named before, the latest last: where a rollback goes'),
    movedAt: time,
    movedBy: z.string(),
  })
  .meta({ id: 'Channel' })

export const versionSummary = z
  .object({
    version: versionNumber,
    publishedAt: time,
    publishedBy: z.string(),
    withdrawnAt: time.nullable(),
  })
  .meta({ id: 'VersionSummary' })

export const version = z
  .object({
    name: releasedName,
    ...versionSummary.shape,
    document: z.string().describe('JSON of what is known of the version: the text that is signed'),
    signature: z.string().describe('ed25519 over the UTF-8 of `document`, base64'),
    publicKey: z.string().describe('Raw 32 bytes, base64'),
  })
  .meta({ id: 'Version' })

export const token = z
  .object({
    id: z.string(),
    name: releasedName,
    label: z.string(),
    rights: z.array(z.enum(rights)),
    publicKey: z.string().nullable().describe('Whose signature its versions carry; null until its first publish'),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time,
    revokedAt: time.nullable(),
  })
  .meta({ id: 'Token' })

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
    why: z.string().nullable(),
  })
  .meta({ id: 'LogEntry' })
