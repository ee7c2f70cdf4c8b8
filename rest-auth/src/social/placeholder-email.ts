import type { ProviderId } from '../provider-config.ts'

/**
 * The email of a user whose provider returned none. Nobody can own it: `.invalid` is reserved (RFC
 * 2606).
 *
 * Account ids are encoded in hex if lower-casing could make two of them equal, or if an email
 * cannot contain them.
 */
export function placeholderEmail(provider: ProviderId, accountId: string): string {
  const local = /^[a-z\d](?:[a-z\d_-]{0,62}[a-z\d])?$/.test(accountId)
    ? accountId
    : Buffer.from(accountId).toString('hex')
  return `${local}@${provider}.noreply.invalid`
}
