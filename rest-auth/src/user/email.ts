import { domainToASCII } from 'node:url'
import { z } from 'zod'

/** For users of providers that return no email. Nobody else may claim it. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith('.noreply.invalid')

/** RFC 5321, 4.1.2 without quoted names. Existing emails may have longer labels than RFC 1035 allows. */
const atoms = String.raw`[\w!#$%&'*+/=?^\`{|}~-]+`
const address = new RegExp(
  String.raw`^${atoms}(?:\.${atoms})*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$`,
  'i',
)

/** An internationalized domain (RFC 5890) has one spelling here: that of the DNS. */
function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  return /[^\0-\x7f]/.test(domain) ? email.slice(0, at) + domainToASCII(domain) : email
}

/** Converts to lower case. The only place that decides what an email is. */
export const emailSchema = z
  .string()
  .max(254)
  .meta({ format: 'email' })
  .transform(toAsciiDomain)
  .pipe(z.email({ pattern: address }).max(254).toLowerCase())
  .refine((email) => !isPlaceholderEmail(email))

/** At most 64 characters before the `@` (RFC 5321, 4.5.3.1.1). Existing emails may be longer. */
export const newEmailSchema = emailSchema.refine((email) => email.lastIndexOf('@') <= 64)

/** Lower case, or null if invalid. */
export function parseEmail(text: string): string | null {
  return emailSchema.safeParse(text).data ?? null
}

/** Whether both are valid and reach the same mailbox. */
export const isSameEmail = (one: string, other: string | null): boolean =>
  other !== null && parseEmail(one) !== null && parseEmail(one) === parseEmail(other)
