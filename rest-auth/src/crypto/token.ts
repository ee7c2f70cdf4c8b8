import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { hashSecret } from 'service/secret.ts'

/** What the database keeps of a one-time secret: enough to recognise it, not to use it. */
export const hashToken = (token: string): string => encodeBase64urlNoPadding(hashSecret(token))
