import { sha256 } from '@oslojs/crypto/sha2'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'

/** What the database keeps of a one-time secret: enough to recognise it, not to use it. */
export const hashToken = (token: string): string => encodeBase64urlNoPadding(sha256(new TextEncoder().encode(token)))
