import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { mayCreateSession, timeNow } from '../session/session-gate.sql.ts'
import { ofUser } from '../session/session.sql.ts'
import { userSchema, type User } from '../user/user.ts'

export interface Person extends User {
  readonly isOperator: boolean
  /** Not banned. */
  readonly isAdmitted: boolean
}

const fields = columns(userSchema, 'u')

/**
 * Locks these people and all administrators until the transaction ends, so that one of them stays.
 * Sign-ins of these people wait.
 */
export async function lockPeople(tx: Context, ids: readonly string[]): Promise<Person[]> {
  return tx.db.write`
    select ${fields}, (${mayCreateSession}) is true as "isAdmitted",
      exists (select from "operator" o where o."userId" = u."id") as "isOperator"
    from ${timeNow(tx)}, "user" u where u."id" = any(${[...ids]}) or u."role" = 'admin' order by u."id" for update of u`
}

/** The entry of the act stands for theirs. */
export async function deleteAllSessions(tx: Context, userId: string): Promise<void> {
  await tx.db.write`delete from "session" where ${ofUser(userId)}`
}

export async function findAdministrators({ db }: Context): Promise<Pick<User, 'email' | 'name'>[]> {
  return db.read`select u."email", u."name" from "user" u where u."role" = 'admin' order by u."email"`
}

/** Ends bans that have expired, at most a thousand. The gate does not need it. */
export async function endBans({ db, now }: Context): Promise<void> {
  await db.write`
    update "user" set "banned" = false, "banReason" = null, "banExpires" = null where "id" in (
      select "id" from "user" where "banned" and "banExpires" <= ${now()} limit 1000 for update skip locked)`
}
