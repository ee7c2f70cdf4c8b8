import { z } from 'zod'

/** For users of providers that return no email. Nobody else may claim it. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith('.noreply.invalid')

/**
 * ASCII, at most 254 characters (RFC 5321 with RFC 3696's erratum 1690), converted to lower case.
 */
export const emailSchema = z
  .email()
  .max(254)
  .toLowerCase()
  .refine((email) => !isPlaceholderEmail(email))

/**
 * For new emails: at most 64 characters before the `@` (RFC 5321, 4.5.3.1.1). Stored ones may be
 * longer.
 */
export const newEmailSchema = emailSchema.refine((email) => email.lastIndexOf('@') <= 64)

/** Returns the email in lower case, or null if it is invalid. */
export function parseEmail(text: string): string | null {
  return emailSchema.safeParse(text).data ?? null
}
