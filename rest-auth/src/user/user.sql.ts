import { sql } from 'database/sql.ts'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { ownPicture } from '../picture/picture.ts'
import { userSchema, type User } from './user.ts'

const fields = columns(userSchema, 'u')

const pictureOf = (ctx: Context, { image }: Pick<Partial<User>, 'image'>) =>
  image === undefined ? {} : { picture: ownPicture(ctx.config, image) }

/** Ownership of an address that is verified from the first counts as proved. */
export async function insertUser(ctx: Context, user: User): Promise<void> {
  const kept = { proved: user.emailVerified, disownable: true, ...pictureOf(ctx, user) }
  await ctx.db.write`insert into "user" ${sql({ ...user, ...kept })}`
}

export async function findUserById(ctx: Context, id: string): Promise<User | null> {
  const [user] = await ctx.db.read<User[]>`select ${fields} from "user" u where u."id" = ${id}`
  return user ?? null
}

/** `email` in lower case. */
export async function findUserByEmail(ctx: Context, email: string): Promise<User | null> {
  const [user] = await ctx.db.read<User[]>`select ${fields} from "user" u where u."email" = ${email}`
  return user ?? null
}

/** As findUserById; whether it exists and who it is then stays so until the transaction ends. */
export async function lockUserById(tx: Context, id: string): Promise<User | null> {
  const [user] = await tx.db.write<User[]>`select ${fields} from "user" u where u."id" = ${id} for no key update`
  return user ?? null
}

/** As findUserByEmail; the user keeps address and verification until the transaction ends. */
export async function lockUserByEmail(tx: Context, email: string): Promise<User | null> {
  const [user] = await tx.db.write<User[]>`select ${fields} from "user" u where u."email" = ${email} for no key update`
  return user ?? null
}

/**
 * Whether somebody has the username (in lower case), or signed up with it and an address that has an account (`"signUpAttempt"`). What
 * was asked for with the address of `ownerId` does not keep them from it.
 */
export async function isUsernameTaken(ctx: Context, username: string, ownerId: string | null = null): Promise<boolean> {
  const rows = await ctx.db.read`
    select 1 from "user" where "username" = ${username}
    union all select 1 from "signUpAttempt" where "username" = ${username} and "userId" is distinct from ${ownerId}`
  return rows.length > 0
}

/** Of two who sign up with one username (in lower case) at once, the second waits for the first one's transaction. */
export async function lockUsername(tx: Context, username: string): Promise<void> {
  await tx.db.write`select pg_advisory_xact_lock(hashtext('username'), hashtext(${username}))`
}

/** Changes the named fields; the changed user, or null when there is none. */
export async function updateUser(ctx: Context, id: string, changes: Partial<Omit<User, 'id'>>): Promise<User | null> {
  const changed = { ...changes, updatedAt: ctx.now(), ...pictureOf(ctx, changes) }
  const [user] = await ctx.db.write<User[]>`update "user" u set ${sql(changed)} where "id" = ${id} returning ${fields}`
  return user ?? null
}

/**
 * Marks the address as verified if it is still the user's: somebody followed a link mailed to it, who need not be the person who made
 * the account.
 */
export async function markEmailVerified(ctx: Context, { id, email }: Pick<User, 'id' | 'email'>): Promise<User | null> {
  const [user] = await ctx.db.write<User[]>`
    update "user" u set "emailVerified" = true, "updatedAt" = ${ctx.now()}
    where "id" = ${id} and "email" = ${email} returning ${fields}`
  return user ?? null
}

/**
 * Whether the person who made the account has proved that they read mail at its address. `emailVerified` alone does not
 * say so (decision 034).
 */
export async function isOwnershipProved(ctx: Context, userId: string): Promise<boolean> {
  const rows = await ctx.db.read`select 1 from "user" where "id" = ${userId} and "proved"`
  return rows.length > 0
}

/** Whether the owner of the address may remove the account: made here, and never proved under any address. */
export async function isDisownable(ctx: Context, userId: string): Promise<boolean> {
  const rows = await ctx.db.read`select 1 from "user" where "id" = ${userId} and "disownable" and not "proved"`
  return rows.length > 0
}

/** Records that the person who made the account reads mail at its address, if it is still the user's. */
export async function markOwnershipProved(ctx: Context, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await ctx.db.write`update "user" set "proved" = true where "id" = ${id} and "email" = ${email}`
}

/**
 * Changes the address, if it is still the one that `user` shows; the new one is neither verified nor proved. Whoever reads it by
 * mistake must not remove an account that was confirmed before.
 * Throws PostgreSQL's unique violation (`user_email_key`) when somebody has it.
 */
export async function changeEmailOf(ctx: Context, user: User, email: string): Promise<User | null> {
  const [changed] = await ctx.db.write<User[]>`
    update "user" u set "email" = ${email}, "emailVerified" = false, "proved" = false, "updatedAt" = ${ctx.now()},
      "disownable" = "disownable" and not "proved" and not "emailVerified"
    where "id" = ${user.id} and "email" = ${user.email} returning ${fields}`
  return changed ?? null
}

/** Deletes the user with everything that refers to it (sessions, accounts, memberships, own invitations, devices). */
export async function deleteUser(ctx: Context, id: string): Promise<boolean> {
  const { count } = await ctx.db.write`delete from "user" where "id" = ${id}`
  return count === 1
}
