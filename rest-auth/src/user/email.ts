import { z } from 'zod'

/** Users of providers that give no address have one that reaches nobody, and that nobody else may claim. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith('.noreply.invalid')

/** A valid address (ASCII, at most 254 characters: RFC 5321, section 4.5.3.1.3, as RFC 3696's erratum 1690 reads it), in lower case. */
export const emailSchema = z
  .email()
  .max(254)
  .toLowerCase()
  .refine((email) => !isPlaceholderEmail(email))

/** The address in lower case, or null when it is none. */
export function parseEmail(text: string): string | null {
  return emailSchema.safeParse(text).data ?? null
}
