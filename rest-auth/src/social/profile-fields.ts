import { z } from 'zod'
import { withoutMarks } from '../naming.ts'

// Profiles are untrusted: texts are cut, and optional fields never cause a refusal.
const maxLength = 255
const clean = (text: string): string => withoutMarks(text).slice(0, maxLength)

export const id = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(
    z
      .string()
      .min(1)
      .max(maxLength)
      .regex(/^\P{Cc}+$/u),
  )

export const name = z.string().catch('').transform(clean)

export const email = z.string().trim().min(1).max(1000).nullable().catch(null)

/** Only `true` counts, not text or numbers. */
export const claim = z
  .unknown()
  .optional()
  .transform((value) => value === true)

export const image = z
  .url({ protocol: /^https$/ })
  .max(2048)
  .nullable()
  .catch(null)

export const user = z.object({ id, name, email, emailVerified: z.boolean(), image })
