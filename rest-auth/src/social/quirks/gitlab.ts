import { z } from 'zod'
import * as field from '../profile-fields.ts'

/** Refuses blocked and locked accounts. `confirmed_at` means verified. */
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
