import { runInDatabase } from './organizations.ts'

/** Makes all sessions of a user expire in so many seconds. */
export function endSessionsIn(email: string, seconds: number): Promise<void> {
  return runInDatabase(
    (db) => db.write`
      update "session" s set "expiresAt" = now() + make_interval(secs => ${seconds})
      from "user" u where u."id" = s."userId" and u."email" = ${email}`,
  )
}

/** Makes all sessions of a user two days old, so that they are not fresh. */
export function ageSessions(email: string): Promise<void> {
  return runInDatabase(
    (db) => db.write`
      update "session" s set "updatedAt" = s."updatedAt" - interval '2 days'
      from "user" u where u."id" = s."userId" and u."email" = ${email}`,
  )
}
