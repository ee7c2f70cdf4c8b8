import { hasRow } from 'database/sql.ts'
import type { Context } from '../context.ts'

export async function insertOperator({ db, now }: Context, userId: string): Promise<boolean> {
  return hasRow(db.write`
    insert into "operator" ("userId", "createdAt") values (${userId}, ${now()}) on conflict do nothing returning 1`)
}

export async function deleteOperator({ db }: Context, userId: string): Promise<boolean> {
  return hasRow(db.write`delete from "operator" where "userId" = ${userId} returning 1`)
}

export async function isOperator({ db }: Context, userId: string): Promise<boolean> {
  return hasRow(db.read`select 1 from "operator" where "userId" = ${userId}`)
}

export function listOperators({ db }: Context): Promise<{ email: string; createdAt: Date }[]> {
  return db.read`
    select u."email", o."createdAt" from "operator" o join "user" u on u."id" = o."userId" order by u."email"`
}
