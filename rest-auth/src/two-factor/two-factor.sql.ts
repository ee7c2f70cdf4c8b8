import { firstRow, hasRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'

export interface StoredFactor {
  readonly userId: string
  /** Sealed. */
  readonly secret: string
  readonly verifiedAt: Date | null
}

/** Replaces one that was never verified. False if there is a verified one. */
export function upsertFactor(
  tx: Context,
  row: { userId: string; secret: string; backupCodes: string[]; createdAt: Date },
): Promise<boolean> {
  return hasRow(tx.db.write`
    insert into "twoFactor" ${sql(row)}
    on conflict ("userId") do update
      set "secret" = excluded."secret", "backupCodes" = excluded."backupCodes", "createdAt" = excluded."createdAt"
      where "twoFactor"."verifiedAt" is null`)
}

export async function findFactor({ db }: Context, userId: string): Promise<StoredFactor | null> {
  return firstRow(db.read`select "userId", "secret", "verifiedAt" from "twoFactor" where "userId" = ${userId}`)
}

/** False if a code of this step or a later one was accepted before. Otherwise it is locked until the transaction ends. */
export function useStep(tx: Context, { userId, secret }: StoredFactor, step: number): Promise<boolean> {
  return hasRow(tx.db.write`
    update "twoFactor" set "lastStep" = ${step}, "verifiedAt" = coalesce("verifiedAt", ${tx.now()})
    where "userId" = ${userId} and "secret" = ${secret} and "lastStep" < ${step}`)
}

/** Returns how many are left, or null if the code is wrong or was used. */
export async function useBackupCode(tx: Context, userId: string, hash: string): Promise<number | null> {
  const row = await firstRow(tx.db.write<{ left: number }[]>`
    update "twoFactor" set "backupCodes" = array_remove("backupCodes", ${hash})
    where "userId" = ${userId} and "verifiedAt" is not null and ${hash} = any("backupCodes")
    returning cardinality("backupCodes") as "left"`)
  return row?.left ?? null
}

export function replaceBackupCodes(tx: Context, { userId, secret }: StoredFactor, codes: string[]): Promise<boolean> {
  return hasRow(tx.db.write`
    update "twoFactor" set "backupCodes" = ${codes} where "userId" = ${userId} and "secret" = ${secret}`)
}

export async function deleteFactor(tx: Context, userId: string): Promise<void> {
  await tx.db.write`delete from "twoFactor" where "userId" = ${userId}`
}

export interface Status {
  /** Null without a verified factor. */
  readonly since: Date | null
  readonly backupCodesLeft: number
}

export async function findStatus({ db }: Context, userId: string): Promise<Status> {
  const row = await firstRow(db.read<Status[]>`
    select "verifiedAt" as "since", cardinality("backupCodes") as "backupCodesLeft"
    from "twoFactor" where "userId" = ${userId} and "verifiedAt" is not null`)
  return row ?? { since: null, backupCodesLeft: 0 }
}
