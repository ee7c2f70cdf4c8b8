import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { randomReadable } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import type { StoredFactor } from './two-factor.sql.ts'

/** In base 32, as apps show it. Of 160 bits (RFC 4226, section 4). */
export const newSecret = (): string => encodeBase32UpperCaseNoPadding(randomBytes(20))

export const keyOf = (secret: string): Uint8Array => decodeBase32IgnorePadding(secret)

export const factorPurpose = (userId: string): string => JSON.stringify(['twoFactor', userId])

export const seal = (ctx: Context, userId: string, secret: string): string =>
  encrypt(ctx.config.secrets, factorPurpose(userId), secret)

/** Null if its AUTH_SECRET is no longer configured. */
export const openIfPossible = (ctx: Context, { userId, secret }: StoredFactor): string | null =>
  decrypt(ctx.config.secrets, factorPurpose(userId), secret)

export function open(ctx: Context, factor: StoredFactor): string {
  const secret = openIfPossible(ctx, factor)
  if (secret !== null) return secret
  ctx.log.error({ userId: factor.userId }, 'second factor cannot be opened, AUTH_SECRET may be wrong')
  throw new ApiError('INTERNAL_SERVER_ERROR')
}

/** Ten, which a person can type. */
export function newBackupCodes(): string[] {
  return Array.from({ length: 10 }, () => `${randomReadable(5)}-${randomReadable(5)}`)
}

/** Keyed with the sealed secret: read access to the database does not allow to try codes. */
export function hashBackupCode(secret: string, code: string): string {
  const typed = code.replaceAll(/[\s-]/g, '').toLowerCase()
  return createHmac('sha256', keyOf(secret)).update(`backup code ${typed}`).digest('base64url')
}
