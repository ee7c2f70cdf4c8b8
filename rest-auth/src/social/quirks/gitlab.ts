import { z } from 'zod'
import * as field from '../profile-fields.ts'

/** Blocked and locked accounts are refused. A verified email has the time of its verification. */
export const gitlabUser = z
  .object({
    id: field.id,
    name: field.name,
    username: field.name,
    state: z.literal('active'),
    locked: z.literal(false).optional(),
    email: field.email,
    confirmed_at: z.string().nullable().catch(null),
    avatar_url: field.image,
  })
  .transform(({ id, name, username, email, confirmed_at, avatar_url }) => ({
    id,
    name: name || username,
    email,
    emailVerified: Boolean(confirmed_at),
    image: avatar_url,
  }))
