import { z } from 'zod'
import { text } from './label-texts.ts'

// Not in remote-description.ts, which changes zod's texts in all that imports it: those of
// rest-auth's calls are zod's own.
export const remoteOwner = text
  .max(500, 'must have at most 500 characters')
  .refine((owner) => z.email().safeParse(owner).success || /^https:\/\/[^\s@#]+$/.test(owner), {
    message: 'must be an email address, or the https:// URL of a webhook',
  })
