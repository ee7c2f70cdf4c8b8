import { sha256 } from '@oslojs/crypto/sha2'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'

/** A secret that nobody guesses, of so many random bytes, in base64url. */
export const randomSecret = (bytes: number): string =>
  encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(bytes)))

/** What is kept of a secret: enough to recognise it, not to use it. */
export const hashSecret = (secret: string): Uint8Array => sha256(new TextEncoder().encode(secret))
