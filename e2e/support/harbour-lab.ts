import type { Page } from '@playwright/test'
import { sql } from 'database/sql.ts'
import { organizationCall, runInDatabase } from './organizations.ts'
import { post } from './post.ts'

// Fixed names, addresses and times, for pictures.

const colleagues = [
  { name: 'Anna Müller', role: 'admin' },
  { name: 'Bohdan Kravets', role: 'member' },
  { name: 'Chloé Martin', role: 'member' },
]

/** Signs a new person up, whose address is verified. */
export async function signUp(page: Page, name: string, domain: string): Promise<string> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@${domain}`
  await post(page, '/api/auth/sign-up/email', { name, email, password: 'correct horse battery' })
  await runInDatabase(
    (db) => db.write`update "user" set "emailVerified" = true, "proved" = true where "email" = ${email}`,
  )
  return email
}

/** Removes what an earlier run in the same product left. */
export function forget(domain: string): Promise<void> {
  return runInDatabase(async (db) => {
    const people = sql`select "id" from "user" where "email" like ${`%@${domain}`}`
    await db.write`
      delete from "organization" where "id" in (select "organizationId" from "member" where "userId" in (${people}))`
    await db.write`delete from "user" where "id" in (${people})`
  })
}

/** With three colleagues and two teams. */
export async function foundHarbourLab(page: Page, domain: string): Promise<{ path: string; organizationId: string }> {
  const slug = domain.replaceAll('.', '-')
  const { id: organizationId } = await organizationCall(page, '/create', { name: 'Harbour Lab', slug })
  for (const name of ['Design', 'Research']) await organizationCall(page, '/create-team', { name, organizationId })
  await runInDatabase(async (db) => {
    for (const { name, role } of colleagues) {
      const mailbox = name.split(' ')[0]?.normalize('NFD').replaceAll(/\W/g, '').toLowerCase()
      const id = `${mailbox}@${domain}`
      await db.write`
        insert into "user" ("id", "name", "email", "emailVerified", "proved", "createdAt", "updatedAt")
        values (${id}, ${name}, ${id}, true, true, now(), now())`
      await db.write`
        insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
        values (${id.replaceAll(/\W/g, '-')}, ${organizationId}, ${id}, ${role}, now())`
    }
  })
  return { path: `/organizations/${slug}`, organizationId }
}

/** An invitation to another organization. */
export function inviteElsewhere(email: string, domain: string): Promise<void> {
  return runInDatabase(async (db) => {
    const id = `inviter@${domain}`
    await db.write`
      insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values (${id}, 'Daniel Okafor', ${id}, true, now(), now())`
    await db.write`insert into "organization" ("id", "name", "slug", "createdAt") values (${domain}, 'Rowing Club', ${id}, now())`
    await db.write`
      insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
      values (${id}, ${domain}, ${id}, 'owner', now())`
    await db.write`
      insert into "invitation" ("id", "organizationId", "email", "role", "inviterId", "expiresAt")
      values (${domain}, ${domain}, ${email}, 'member', ${id}, now() + interval '75 days')`
  })
}
