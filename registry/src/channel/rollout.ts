import { sha256 } from '@oslojs/crypto/sha2'
import type { Channel } from 'contract/responses.ts'
import { randomSecret } from 'service/secret.ts'
import { ownCookie } from 'service/own-cookie.ts'

// A browser's bucket is stable, so a higher percentage only adds browsers. It differs by remote,
// so that nobody gets all canaries.
export function chooseVersion(
  name: string,
  { version, canary, percent }: Pick<Channel, 'version' | 'canary' | 'percent'>,
  visitor: string | null,
): string | null {
  return visitor !== null && bucketOf(name, visitor) < percent ? canary : version
}

function bucketOf(name: string, visitor: string): number {
  return new DataView(sha256(new TextEncoder().encode(`${name}\n${visitor}`)).buffer).getUint32(0) % 100
}

/** Holds only a random id. Set only while a canary is live; no other service reads it. */
export const visitorCookie = ({ https }: { https: boolean }) =>
  ownCookie('visitor', { https, bytes: 16, maxAge: 365 * 24 * 60 * 60 })

export const createVisitorId = (): string => randomSecret(16)
