import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { hashSecret } from 'service/secret.ts'

/** Stored instead of a one-time secret. */
export const hashToken = (token: string): string => encodeBase64urlNoPadding(hashSecret(token))
