import type { ProviderId } from '../provider-config.ts'

/**
 * The address of a user whose provider told none: it reaches nobody (`.invalid`, RFC 2606) and cannot be owned.
 * Ids that lower-casing would make equal, or that an address cannot hold, stand in hex.
 */
export function placeholderEmail(provider: ProviderId, accountId: string): string {
  const local = /^[a-z\d](?:[a-z\d_-]{0,62}[a-z\d])?$/.test(accountId)
    ? accountId
    : Buffer.from(accountId).toString('hex')
  return `${local}@${provider}.noreply.invalid`
}
