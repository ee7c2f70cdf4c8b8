import { z } from 'zod'
import { userSchema } from '../user/user.ts'

export const sessionSchema = z
  .object({
    id: z.string(),
    token: z.string(),
    userId: z.string(),
    expiresAt: z.date(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    activeOrganizationId: z.string().nullable(),
    activeTeamId: z.string().nullable(),
    impersonatedBy: z.string().nullable().describe('The administrator who uses it'),
    createdAt: z.date(),
    updatedAt: z.date(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

export const activeSessionSchema = z.object({ session: sessionSchema, user: userSchema })
export type ActiveSession = z.infer<typeof activeSessionSchema>
