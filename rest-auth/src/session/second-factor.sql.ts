import { hasRow, onlyRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { secondFactorPrefix, type FactorMethod, type SecondFactor } from './second-factor.ts'

/** Whether a row of "user" has a second factor. */
export const hasFactor = (user: string): string =>
  `(${user}."twoFactorEnabled" or exists (select from "passkey" p where p."userId" = ${user}."id"))`

/** For users with a second factor. */
export async function findMethods({ db }: Context, userId: string): Promise<FactorMethod[]> {
  const { passkey, codes } = await onlyRow(db.read<{ passkey: boolean; codes: boolean }[]>`
    select exists (select from "passkey" where "userId" = ${userId}) as "passkey",
      exists (select from "twoFactor" where "userId" = ${userId} and cardinality("backupCodes") > 0) as "codes"`)
  return ['totp', ...(passkey ? (['passkey'] as const) : []), ...(codes ? (['backup-code'] as const) : [])]
}

/** Whether the user trusts the device with this token. Notes its use. */
export async function useTrustedDevice(ctx: Context, userId: string, tokenHash: string): Promise<boolean> {
  const now = ctx.now()
  return hasRow(ctx.db.write`
    update "trustedDevice" set "lastUsedAt" = ${now}
    where "tokenHash" = ${tokenHash} and "userId" = ${userId} and "expiresAt" > ${now} returning 1`)
}

/** With a new password: what the old one began must not go on. */
export async function endTrustedDevices(tx: Context, userId: string): Promise<void> {
  await tx.db.write`delete from "trustedDevice" where "userId" = ${userId}`
  await tx.db.write`
    delete from "verification" where "value" = ${userId} and starts_with("identifier", ${secondFactorPrefix})`
}

/** In a session that exists. */
export async function noteSecondFactor(tx: Context, sessionId: string, factor: SecondFactor): Promise<void> {
  await tx.db
    .write`update "session" set ${sql({ secondFactor: factor, secondFactorAt: tx.now() })} where "id" = ${sessionId}`
}

/** Whether the person showed one since then, and not only a device that is trusted. */
export async function isFactorShownSince(ctx: Context, sessionId: string, time: Date): Promise<boolean> {
  return hasRow(ctx.db.read`
    select 1 from "session"
    where "id" = ${sessionId} and "secondFactorAt" > ${time} and "secondFactor" <> 'trusted-device'`)
}
