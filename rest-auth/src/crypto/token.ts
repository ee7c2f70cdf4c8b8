import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { hashSecret } from 'service/secret.ts'

export const hashToken = (token: string): string => encodeBase64urlNoPadding(hashSecret(token))
