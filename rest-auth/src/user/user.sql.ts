import { firstRow, hasRow, sql } from 'database/sql.ts'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { ownPicture } from '../picture/picture.ts'
import { userSchema, type User } from './user.ts'

const fields = columns(userSchema, 'u')

const pictureOf = (ctx: Context, { image }: Pick<Partial<User>, 'image'>) =>
  image === undefined ? {} : { picture: ownPicture(ctx.config, image) }

export async function insertUser(ctx: Context, user: User): Promise<void> {
  // An email that is verified from the start counts as proved.
  const kept = { proved: user.emailVerified, disownable: true, ...pictureOf(ctx, user) }
  await ctx.db.write`insert into "user" ${sql({ ...user, ...kept })}`
}

export async function findUserById(ctx: Context, id: string): Promise<User | null> {
  return firstRow(ctx.db.read`select ${fields} from "user" u where u."id" = ${id}`)
}

export async function findUserByEmail(ctx: Context, email: string): Promise<User | null> {
  return firstRow(ctx.db.read`select ${fields} from "user" u where u."email" = ${email}`)
}

/** Locks the row until the transaction ends. */
export async function lockUserById(tx: Context, id: string): Promise<User | null> {
  return firstRow(tx.db.write`select ${fields} from "user" u where u."id" = ${id} for no key update`)
}

/** Locks the row until the transaction ends. */
export async function lockUserByEmail(tx: Context, email: string): Promise<User | null> {
  return firstRow(tx.db.write`select ${fields} from "user" u where u."email" = ${email} for no key update`)
}

/** Includes sign-ups with a registered email, unless it is the one of `ownerId`. */
export function isUsernameTaken(ctx: Context, username: string, ownerId: string | null = null): Promise<boolean> {
  return hasRow(ctx.db.read`
    select 1 from "user" where "username" = ${username}
    union all select 1 from "signUpAttempt" where "username" = ${username} and "userId" is distinct from ${ownerId}`)
}

/** Other sign-ups with this username (lower case) wait until the transaction ends. */
export async function lockUsername(tx: Context, username: string): Promise<void> {
  await tx.db.write`select pg_advisory_xact_lock(hashtext('username'), hashtext(${username}))`
}

export async function updateUser(ctx: Context, id: string, changes: Partial<Omit<User, 'id'>>): Promise<User | null> {
  const changed = { ...changes, updatedAt: ctx.now(), ...pictureOf(ctx, changes) }
  return firstRow(ctx.db.write`update "user" u set ${sql(changed)} where "id" = ${id} returning ${fields}`)
}

/** The reader of the email need not be the account's creator. Null if the email has changed. */
export async function markEmailVerified(ctx: Context, { id, email }: Pick<User, 'id' | 'email'>): Promise<User | null> {
  return firstRow(ctx.db.write`
    update "user" u set "emailVerified" = true, "updatedAt" = ${ctx.now()}
    where "id" = ${id} and "email" = ${email} returning ${fields}`)
}

/** Whether the creator reads the email, which `emailVerified` does not say (decision 034). */
export function isOwnershipProved(ctx: Context, userId: string): Promise<boolean> {
  return hasRow(ctx.db.read`select 1 from "user" where "id" = ${userId} and "proved"`)
}

/** Whether the owner of the email may remove the account. */
export function isDisownable(ctx: Context, userId: string): Promise<boolean> {
  return hasRow(ctx.db.read`select 1 from "user" where "id" = ${userId} and "disownable" and not "proved"`)
}

/** Does nothing if the email has changed. Every proof also verifies: sign-in may require both. */
export async function markOwnershipProved(ctx: Context, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await ctx.db.write`
    update "user" set "proved" = true, "emailVerified" = true where "id" = ${id} and "email" = ${email}`
}

/** Null if the email has changed since. The new one is neither verified nor proved. */
export async function updateEmail(ctx: Context, user: User, email: string): Promise<User | null> {
  // A mistyped email must not let its owner remove a confirmed account.
  return firstRow(ctx.db.write`
    update "user" u set "email" = ${email}, "emailVerified" = false, "proved" = false, "updatedAt" = ${ctx.now()},
      "disownable" = "disownable" and not "proved" and not "emailVerified"
    where "id" = ${user.id} and "email" = ${user.email} returning ${fields}`)
}

/** Foreign keys delete everything that refers to the user. */
export function deleteUser(ctx: Context, id: string): Promise<boolean> {
  return hasRow(ctx.db.write`delete from "user" where "id" = ${id}`)
}
