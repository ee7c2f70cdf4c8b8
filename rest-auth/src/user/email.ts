import { z } from 'zod'

/** For users of providers that return no email. Nobody else may claim it. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith('.noreply.invalid')

/** RFC 5321 with RFC 3696's erratum 1690. Converts to lower case. */
export const emailSchema = z
  .email()
  .max(254)
  .toLowerCase()
  .refine((email) => !isPlaceholderEmail(email))

/** At most 64 characters before the `@` (RFC 5321, 4.5.3.1.1). Existing emails may be longer. */
export const newEmailSchema = emailSchema.refine((email) => email.lastIndexOf('@') <= 64)

/** Lower case, or null if invalid. */
export function parseEmail(text: string): string | null {
  return emailSchema.safeParse(text).data ?? null
}
