import { hkdfSync } from 'node:crypto'
import type { Secrets } from './signed-value.ts'

/** A key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869): what one of them made is worthless wherever another one is asked for. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `rest-auth ${purpose} v1`, 32))

const derived = new WeakMap<Secrets, Map<string, Secrets>>()

/** The secrets for one purpose, in the same order: the first signs, all verify. */
export function deriveSecrets(secrets: Secrets, purpose: string): Secrets {
  const known = derived.get(secrets) ?? new Map<string, Secrets>()
  derived.set(secrets, known)
  const [first, ...older] = secrets
  const derive = (secret: string) => deriveKey(secret, purpose).toString('base64')
  const own = known.get(purpose) ?? [derive(first), ...older.map(derive)]
  known.set(purpose, own)
  return own
}
