import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { secondFactorPrefix } from '../session/second-factor.ts'
import { deleteEmailChange } from './email-change.sql.ts'

export interface Verification {
  identifier: string
  value: string
  expiresAt: Date
}

export async function insertVerification(ctx: Context, verification: Verification): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .write`insert into "verification" ${sql({ id: randomId(), ...verification, createdAt: now, updatedAt: now })}`
}

export async function findVerification(ctx: Context, identifier: string): Promise<Verification | null> {
  return firstRow(ctx.db.read`
    select "identifier", "value", "expiresAt" from "verification"
    where "identifier" = ${identifier} and "expiresAt" > ${ctx.now()} order by "createdAt" desc limit 1`)
}

/** Expired or not. Only one of several concurrent calls gets it. */
export async function consumeVerification(ctx: Context, identifier: string): Promise<Verification | null> {
  return firstRow(ctx.db.write`
    delete from "verification" where "identifier" = ${identifier} returning "identifier", "value", "expiresAt"`)
}

/** The value of these rows is the user's id. */
export const verifyEmailPrefix = 'verify-email:'
export const changeEmailPrefix = 'change-email:'
export const resetPasswordPrefix = 'reset-password:'
export const disownPrefix = 'disown-account:'

/** With sign-ins that wait for a second factor. Needs the lock of the user's row, as does using a link. */
export async function endEmailedLinks(tx: Context, userId: string): Promise<void> {
  for (const kind of [verifyEmailPrefix, changeEmailPrefix, resetPasswordPrefix, disownPrefix, secondFactorPrefix]) {
    await deleteVerificationsOf(tx, kind, userId)
  }
  await deleteEmailChange(tx, userId)
}

/** `kind` is a prefix of `identifier`. */
export async function deleteVerificationsOf(ctx: Context, kind: string, value: string): Promise<void> {
  await ctx.db.write`delete from "verification" where "value" = ${value} and starts_with("identifier", ${kind})`
}
