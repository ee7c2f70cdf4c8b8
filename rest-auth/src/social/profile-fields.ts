import { z } from 'zod'
import { withoutMarks } from '../naming.ts'

// Providers' answers are foreign input: long or odd text is cut, and what only decorates never refuses a person.
const longest = 255
const clean = (text: string): string => withoutMarks(text).slice(0, longest)

/** The provider's own, lasting id of the person: text or a whole number, as text. */
export const id = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(
    z
      .string()
      .min(1)
      .max(longest)
      .regex(/^\P{Cc}+$/u),
  )

export const name = z.string().catch('').transform(clean)

/** An address, or null. Whether it is a valid one is decided where users are made. */
export const email = z.string().min(1).max(longest).nullable().catch(null)

/** A provider's claim about an address: only `true` itself counts, not text or numbers. */
export const claim = z
  .unknown()
  .optional()
  .transform((value) => value === true)

/** An https address of a picture, or null. */
export const image = z
  .url({ protocol: /^https$/ })
  .max(2048)
  .nullable()
  .catch(null)

export const user = z.object({ id, name, email, emailVerified: z.boolean(), image })
