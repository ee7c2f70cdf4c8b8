import { versionSummary } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import { z } from 'zod'
import { statuses } from './refusal.ts'

// Adds the codes to the OpenAPI document. Handlers outside of the registry have further ones.
z.enum(Object.keys(statuses)).meta({ id: 'RefusalCode' })

export const error = z
  .looseObject({
    code: z.string().describe('A RefusalCode, or NOT_FOUND, BAD_REQUEST, INTERNAL_SERVER_ERROR'),
    message: z.string().describe('What happened, and what to do'),
  })
  .meta({ id: 'Error' })

export const version = z
  .object({
    name: releasedName,
    ...versionSummary.shape,
    document: z.string().describe('JSON that describes the version, exactly as signed'),
    signature: z.string().describe('ed25519 over the UTF-8 of `document`, base64'),
    publicKey: z.string().describe('Raw 32 bytes, base64'),
  })
  .meta({ id: 'Version' })
