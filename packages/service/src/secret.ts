import { sha256 } from '@oslojs/crypto/sha2'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'

export const randomSecret = (bytes: number): string =>
  encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(bytes)))

/** Stored instead of the secret: read access to the database yields nothing usable. */
export const hashSecret = (secret: string): Uint8Array => sha256(new TextEncoder().encode(secret))
