import { runInDatabase } from './organizations.ts'

/** Makes the person an administrator, and leaves an email to them that was given up. */
export function makeAdministrator(email: string): Promise<void> {
  return runInDatabase(async (db) => {
    await db.write`update "user" set "role" = 'admin' where "email" = ${email}`
    await db.write`
      insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt", "lastError")
      values (${email}, ${email}, 'newDevice', '{}', 'en', now(), now(), now(), 'Error: 550 unknown')`
  })
}
