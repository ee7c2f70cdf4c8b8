import { z } from 'zod'

/** Sent only if the request has `X-Error-Details: true`. */
export const errorDetails = z.object({
  issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
  limit: z.number().optional(),
  /** better-auth sends these to all clients, beside the code. */
  missingPermissions: z.array(z.string()).optional(),
  /** Their ids. */
  members: z.array(z.string()).optional(),
})
export type ErrorDetails = z.infer<typeof errorDetails>
