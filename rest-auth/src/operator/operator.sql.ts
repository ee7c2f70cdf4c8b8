import type { Context } from '../context.ts'

/** False: they are one already. */
export async function insertOperator({ sql, now }: Context, userId: string): Promise<boolean> {
  const rows = await sql`
    insert into "operator" ("userId", "createdAt") values (${userId}, ${now()}) on conflict do nothing returning 1`
  return rows.length > 0
}

/** False: they were none. */
export async function deleteOperator({ sql }: Context, userId: string): Promise<boolean> {
  const rows = await sql`delete from "operator" where "userId" = ${userId} returning 1`
  return rows.length > 0
}

export async function isOperator({ sql }: Context, userId: string): Promise<boolean> {
  const rows = await sql`select 1 from "operator" where "userId" = ${userId}`
  return rows.length > 0
}

export function listOperators({ sql }: Context): Promise<{ email: string; createdAt: Date }[]> {
  return sql<{ email: string; createdAt: Date }[]>`
    select u."email", o."createdAt" from "operator" o join "user" u on u."id" = o."userId" order by u."email"`
}
