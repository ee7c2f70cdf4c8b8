import { z } from 'zod'
import { person } from '../person.ts'

const active = z.looseObject({ state: z.literal('active'), locked: z.literal(false).optional() })

/** Refuses blocked and locked accounts. `confirmed_at` means verified. */
export const gitlabUser = active
  .transform((profile): unknown => profile)
  .pipe(
    person({
      id: 'id',
      names: ['name', 'username'],
      email: 'email',
      verified: 'confirmed_at',
      isVerified: (time) => typeof time === 'string' && time !== '',
      image: 'avatar_url',
    }),
  )
