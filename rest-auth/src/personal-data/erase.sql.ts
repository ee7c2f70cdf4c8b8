import type { Statements } from 'database/connect.ts'

/**
 * Erases what says who a person was, except in rows that are deleted with the account. Entries of
 * the journal stay, with the id. The notice of the deletion stays until it is sent.
 */
export async function erasePersonalData(db: Statements, { id, email }: { id: string; email: string }): Promise<void> {
  await db.write`
    update "journal" set "email" = null, "ipAddress" = null, "device" = null
    where "userId" = ${id} or "actorId" = ${id} or "email" = ${email}`
  // Separately: in one condition, it would read the whole table.
  await db.write`
    update "journal" set "email" = null, "ipAddress" = null, "device" = null
    where "actorId" in (select "id" from "apiKey" where "userId" = ${id})`
  await db.write`
    delete from "mail" where "template" <> 'accountDeleted'
      and ("to" = ${email} or "to" = (select "newEmail" from "emailChange" where "userId" = ${id}))`
  await db.write`delete from "mailRequest" where "request" ->> 'email' = ${email}`
  await db.write`delete from "invitation" where "email" = ${email}`
}
