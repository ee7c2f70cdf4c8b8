import { firstRow, type Fragment, hasRow, onlyRow, sql } from 'database/sql.ts'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { userSchema, type User } from '../user/user.ts'
import { accountSchema, credentialProvider, type Account, type NewAccount } from './account.ts'

const fields = columns(accountSchema, 'a')
const userColumns = columns(userSchema, 'u')

/** Everything is null or false if no user matches. */
export interface Credential {
  user: User | null
  passwordHash: string | null
  passwordSince: Date | null
  /** Whether the owner of the email created the account or has claimed it (decision 034). */
  proved: boolean
  /** Whether any password hash is still from an adopted better-auth database. */
  adopting: boolean
}

export const findCredentialByEmail = (ctx: Context, email: string): Promise<Credential> =>
  findCredential(ctx, sql`u."email" = ${email}`)

export const findCredentialByUsername = (ctx: Context, username: string): Promise<Credential> =>
  findCredential(ctx, sql`u."username" = ${username}`)

// The inner condition matches the index "account_adopted_password".
async function findCredential(ctx: Context, condition: Fragment): Promise<Credential> {
  const row = await onlyRow(ctx.db.read<((User | { id: null }) & Omit<Credential, 'user'>)[]>`
    select ${userColumns}, a."password" as "passwordHash", a."updatedAt" as "passwordSince", u."proved" is true as "proved", "adopted"."any" as "adopting"
    from (select exists (
      select from "account" where "password" ~ '^[0-9a-f]{32}:[0-9a-f]{128}$'
    ) as "any") "adopted"
    left join "user" u on ${condition}
    left join "account" a on a."userId" = u."id" and a."providerId" = ${credentialProvider}
    limit 1`)
  const { passwordHash, passwordSince, proved, adopting, ...user } = row
  return { user: user.id === null ? null : user, passwordHash, passwordSince, proved, adopting }
}

export async function findPasswordHash(ctx: Context, userId: string): Promise<string | null> {
  const row = await firstRow(ctx.db.read<{ password: string | null }[]>`
    select "password" from "account" where "userId" = ${userId} and "providerId" = ${credentialProvider} limit 1`)
  return row?.password ?? null
}

/** Creates the credential account if there is none. */
export async function setPasswordHash(ctx: Context, userId: string, passwordHash: string): Promise<void> {
  const now = ctx.now()
  const account = {
    id: randomId(),
    providerId: credentialProvider,
    accountId: userId,
    userId,
    password: passwordHash,
    createdAt: now,
    updatedAt: now,
  }
  await ctx.db.write`
    insert into "account" ${sql(account)}
    on conflict ("providerId", "accountId") do update set "password" = excluded."password", "updatedAt" = excluded."updatedAt"`
}

/** Returns false if the password changed meanwhile. */
export function replacePasswordHash(ctx: Context, userId: string, old: string, next: string): Promise<boolean> {
  return hasRow(ctx.db.write`
    update "account" set "password" = ${next}, "updatedAt" = ${ctx.now()}
    where "userId" = ${userId} and "providerId" = ${credentialProvider} and "password" = ${old}`)
}

export async function findAccountsOfUser(ctx: Context, userId: string): Promise<Account[]> {
  return ctx.db.read`select ${fields} from "account" a where a."userId" = ${userId} order by a."createdAt", a."id"`
}

export async function findAccount(ctx: Context, providerId: string, accountId: string): Promise<Account | null> {
  return firstRow(ctx.db.read`
    select ${fields} from "account" a where a."providerId" = ${providerId} and a."accountId" = ${accountId}`)
}

/** Any of those with tokens of a provider. */
export async function findAccountsWithTokens(ctx: Context, limit: number): Promise<Account[]> {
  return ctx.db.read`
    select ${fields} from "account" a where coalesce("accessToken", "refreshToken", "idToken") is not null limit ${limit}`
}

/** @throws a unique violation of `account_providerId_accountId_key` if the account exists */
export async function insertAccount(ctx: Context, account: NewAccount): Promise<void> {
  await ctx.db.write`insert into "account" ${sql({ ...account })}`
}

/** Returns false if the account is gone. Otherwise it is locked until the transaction ends. */
export async function updateAccount(ctx: Context, id: string, changes: Partial<Omit<Account, 'id'>>): Promise<boolean> {
  const row = { ...changes, updatedAt: ctx.now() }
  return hasRow(ctx.db.write`update "account" set ${sql(row)} where "id" = ${id}`)
}

/** Does nothing if another refresh has already stored new tokens. */
export async function renewTokens(ctx: Context, account: Account, changes: Partial<Account>): Promise<void> {
  const row = { ...changes, updatedAt: ctx.now() }
  await ctx.db.write`
    update "account" set ${sql(row)}
    where "id" = ${account.id} and "refreshToken" is not distinct from ${account.refreshToken}`
}

export async function deleteAccount(ctx: Context, id: string): Promise<void> {
  await ctx.db.write`delete from "account" where "id" = ${id}`
}

/** With the passkeys and the second factor. Only emailed links are left. */
export async function deleteWaysIn(ctx: Context, userId: string): Promise<void> {
  await ctx.db.write`delete from "account" where "userId" = ${userId}`
  await deleteFactors(ctx, userId)
  await ctx.db.write`delete from "apiKey" where "userId" = ${userId}`
}

/** With the passkeys. */
export async function deleteFactors({ db }: Context, userId: string): Promise<void> {
  await db.write`delete from "passkey" where "userId" = ${userId}`
  await db.write`delete from "twoFactor" where "userId" = ${userId}`
  await db.write`delete from "trustedDevice" where "userId" = ${userId}`
  await db.write`update "user" set "twoFactorEnabled" = false where "id" = ${userId} and "twoFactorEnabled"`
}
