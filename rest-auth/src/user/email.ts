import { z } from 'zod'

/** Users of providers that give no address have one that reaches nobody, so nobody else may claim it. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith('.noreply.invalid')

/** A valid address (ASCII, at most 254 characters: RFC 5321 with RFC 3696's erratum 1690), in lower case. */
export const emailSchema = z
  .email()
  .max(254)
  .toLowerCase()
  .refine((email) => !isPlaceholderEmail(email))

/** As emailSchema, for an address that comes in: no mailbox has more than 64 characters before the `@` (RFC 5321, 4.5.3.1.1). */
export const newEmailSchema = emailSchema.refine((email) => email.lastIndexOf('@') <= 64)

/** The address in lower case, or null when it is none. */
export function parseEmail(text: string): string | null {
  return emailSchema.safeParse(text).data ?? null
}
