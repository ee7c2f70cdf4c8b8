import { sha256 } from '@oslojs/crypto/sha2'
import { randomSecret } from 'service/secret.ts'
import { ownCookie } from 'service/own-cookie.ts'

export interface Split {
  version: string | null
  candidate: string | null
  percent: number
}

/**
 * The version that a browser gets, the same each time. Raising the percentage keeps those who have the candidate already. Which browsers
 * these are differs from remote to remote, so that nobody tries out everything. Without an id: what most browsers get.
 */
export function versionFor(
  name: string,
  { version, candidate, percent }: Split,
  visitor: string | null,
): string | null {
  return visitor !== null && bucketOf(name, visitor) < percent ? candidate : version
}

function bucketOf(name: string, visitor: string): number {
  return new DataView(sha256(new TextEncoder().encode(`${name}\n${visitor}`)).buffer).getUint32(0) % 100
}

/** Keeps a browser's id, and nothing else: it is set only while a split is live, and no service behind us reads it. */
export const visitorCookie = ({ https }: { https: boolean }) =>
  ownCookie('visitor', { https, bytes: 16, maxAge: 365 * 24 * 60 * 60 })

export const newVisitor = (): string => randomSecret(16)
