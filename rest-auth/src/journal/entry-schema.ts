import { z } from 'zod'

/** Fields of an entry in both responses. */
export const entrySchema = z.object({
  id: z.string(),
  at: z.date(),
  event: z.string().describe('New ones can appear'),
  details: z.record(z.string(), z.unknown()).describe('Ids, roles, slugs and names of fields'),
})

export const actorSchema = z.object({
  kind: z.string().describe('person, key, service, command line or system'),
  id: z.string().nullable().describe('Null if the person is unknown'),
  name: z.string().nullable().describe('Null if the account or key is gone'),
  actedFor: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('The user for whom an administrator acted'),
})
