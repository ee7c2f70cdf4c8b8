import { firstRow, sql } from 'database/sql.ts'
import { columns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { findSessionLevel } from '../session/session.sql.ts'
import { sessionSchema, type Session } from '../session/session.ts'

const fields = columns(sessionSchema, 's')

/** The newest hundred. */
export async function findSessionsOfUser({ db, now }: Context, userId: string): Promise<Session[]> {
  return db.read`
    select ${fields} from "session" s where s."userId" = ${userId} and s."expiresAt" >= ${now()}
    order by s."createdAt" desc, s."id" desc limit 100`
}

/** It works until the administrator's own session ends. */
export async function insertImpersonation(
  tx: Context,
  session: Session,
  administratorSessionId: string,
): Promise<void> {
  // The administrator's: it is the administrator who uses the session.
  const level = await findSessionLevel(tx, administratorSessionId)
  await tx.db.write`insert into "session" ${sql({ ...session, ...level, administratorSessionId })}`
}

/** Null if there is none. */
export async function deleteSession(tx: Context, token: string): Promise<Pick<Session, 'userId'> | null> {
  return firstRow(tx.db.write`delete from "session" where "token" = ${token} returning "userId"`)
}
