import { hkdfSync } from 'node:crypto'
import type { Secrets } from './signed-value.ts'

/** 32 bytes (HKDF-SHA256, RFC 5869). Values made for one purpose are invalid for all others. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `rest-auth ${purpose} v1`, 32))

const derived = new WeakMap<Secrets, Map<string, Secrets>>()

export function deriveSecrets(secrets: Secrets, purpose: string): Secrets {
  const known = derived.get(secrets) ?? new Map<string, Secrets>()
  derived.set(secrets, known)
  const [first, ...older] = secrets
  const derive = (secret: string) => deriveKey(secret, purpose).toString('base64')
  const own = known.get(purpose) ?? [derive(first), ...older.map(derive)]
  known.set(purpose, own)
  return own
}
