import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { RegistryRefusal } from '../http/refusal.ts'

/**
 * Whether `signature` (64 bytes, base64) is that of `publicKey` (ed25519, raw 32 bytes, base64; RFC 8032) over the UTF-8 of `signed`.
 * What is no key or no signature is no signature of it either.
 */
export function verifyDocument(signed: string, signature: string, publicKey: string): boolean {
  const key = readPublicKey(publicKey)
  const bytes = readBase64(signature, 64)
  // A text with half a surrogate pair has no UTF-8 of its own: another one would have the same signature.
  return key !== null && bytes !== null && signed.isWellFormed() && verify(null, Buffer.from(signed), key, bytes)
}

/** Null: these are not the 32 bytes of an ed25519 key. */
export function readPublicKey(publicKey: string): KeyObject | null {
  const x = readBase64(publicKey, 32)?.toString('base64url')
  if (x === undefined) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return null
  }
}

/** Base64 in its one form: what decodes to the same bytes in another is refused, so that keys can be compared as texts. */
function readBase64(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}

export const invalidKey = (): RegistryRefusal =>
  new RegistryRefusal('INVALID_KEY', 'The public key is not one of ed25519: it must be its 32 bytes in base64.')
