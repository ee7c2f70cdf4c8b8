import type { ProviderId } from '../provider-config.ts'

/** For providers that return no email. Nobody can own a `.invalid` domain (RFC 2606). */
export function placeholderEmail(provider: ProviderId, accountId: string): string {
  // Hex keeps ids apart that are equal in lower case, and allows any character.
  const local = /^[a-z\d](?:[a-z\d_-]{0,62}[a-z\d])?$/.test(accountId)
    ? accountId
    : Buffer.from(accountId).toString('hex')
  return `${local}@${provider}.noreply.invalid`
}
