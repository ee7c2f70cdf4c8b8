import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type Secrets = readonly [string, ...string[]]

/** HMAC-SHA256 by Node, ten times as fast as in JavaScript: every request with a session needs one. */
export const hmac = (secret: string, text: string, encoding: 'base64' | 'base64url'): string =>
  createHmac('sha256', secret).update(text).digest(encoding)

/** `<value>.<signature>`, as cookies and bearer tokens carry it (before percent-encoding). */
export function signValue(secrets: Secrets, value: string): string {
  return `${value}.${hmac(secrets[0], value, 'base64')}`
}

/** So many are remembered, the latest ones: 1 MB. */
const mostKnown = 10_000

/** Hashes of signed values that were right: a session sends the same one with each request, and to hash it takes less than to verify it. */
const known = new WeakMap<Secrets, Set<string>>()

/** The value, if one of the secrets signed it; otherwise null. */
export function readSignedValue(secrets: Secrets, signed: string): string | null {
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return null
  const value = signed.slice(0, dot)
  const right = known.get(secrets) ?? new Set<string>()
  known.set(secrets, right)
  const key = hash('sha256', signed, 'base64')
  if (right.has(key)) return value
  if (!isSignature(secrets, value, signed.slice(dot + 1), 'base64')) return null
  right.add(key)
  if (right.size > mostKnown) right.delete(right.keys().next().value ?? '')
  return value
}

/** Whether `signature` is that of `text` by one of the secrets; takes the same time wherever it differs. */
export function isSignature(
  secrets: Secrets,
  text: string,
  signature: string,
  encoding: 'base64' | 'base64url',
): boolean {
  const given = Buffer.from(signature)
  return secrets.some((secret) => {
    const expected = Buffer.from(hmac(secret, text, encoding))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
