import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { PublishRequest } from 'contract/registry.ts'
import { RegistryRefusal } from '../http/refusal.ts'

/** `signature` and `publicKey` are base64 of raw ed25519 bytes, over the UTF-8 of `signed`. */
export function verifyDocument(signed: string, signature: string, publicKey: string): boolean {
  const key = readPublicKey(publicKey)
  const bytes = readBase64(signature, 64)
  // A lone surrogate is replaced in UTF-8, so several texts would have the same signature.
  return key !== null && bytes !== null && signed.isWellFormed() && verify(null, Buffer.from(signed), key, bytes)
}

type Signed = Pick<PublishRequest, 'document' | 'signature' | 'publicKey'>

/** @throws RegistryRefusal INVALID_KEY, INVALID_SIGNATURE */
export function checkSignature({ document, signature, publicKey }: Signed): void {
  if (readPublicKey(publicKey) === null)
    throw new RegistryRefusal('INVALID_KEY', 'The public key must be the 32 bytes of an ed25519 key in base64.')
  if (!verifyDocument(document, signature, publicKey))
    throw new RegistryRefusal(
      'INVALID_SIGNATURE',
      `The signature does not match the key ${publicKey} and the bytes of "document". Sign exactly the text that is sent, with ed25519.`,
    )
}

export function readPublicKey(publicKey: string): KeyObject | null {
  const x = readBase64(publicKey, 32)?.toString('base64url')
  if (x === undefined) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return null
  }
}

/** Accepts only canonical base64, so that keys can be compared as strings. */
function readBase64(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}
