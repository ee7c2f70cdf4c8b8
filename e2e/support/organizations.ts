import { sql } from 'database/sql.ts'
import type { Page } from '@playwright/test'
import { connect, type Statements } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { unique } from './people.ts'
import { post } from './post.ts'
import { signUpByCall } from './sign-up-by-call.ts'

/** Calls `/organization/…` in the session of the page, without the screens. */
export async function organizationCall(page: Page, path: string, data: object): Promise<{ id: string }> {
  return (await post(page, `/api/auth/organization${path}`, data)).json()
}

/** Creates an organization with a unique slug. */
export async function createOrganization(page: Page, name: string): Promise<{ slug: string; organizationId: string }> {
  const slug = unique(name.toLowerCase()).replace(' ', '-')
  return { slug, organizationId: (await organizationCall(page, '/create', { name, slug })).id }
}

interface Newcomer {
  page: Page
  name: string
  role: 'owner' | 'admin' | 'member'
}

/** Signs someone up and adds them to the organization, by an invitation from `ownerPage`. */
export async function joinByCall(ownerPage: Page, organizationId: string, { page, name, role }: Newcomer) {
  const { email } = await signUpByCall(page, name)
  const { id: invitationId } = await organizationCall(ownerPage, '/invite-member', { email, role, organizationId })
  await organizationCall(page, '/accept-invitation', { invitationId })
  return { email }
}

/** Runs SQL in the database of the product. */
export async function runInDatabase(run: (db: Statements) => Promise<unknown>): Promise<void> {
  const url = process.env['DATABASE_URL'] ?? (await startEmbeddedDatabase(process.env['PRODUCT_DATA'] ?? '')).url
  const database = connect(url, { connections: 1 })
  await database.begin(run)
  await database.end()
}

/** Adds `Person 0001 …`; every tenth is in the default team, every hundredth an administrator. */
export function addMembers(organizationId: string, count: number): Promise<void> {
  return runInDatabase(async (db) => {
    const id = sql`${organizationId}::text || '-' || n`
    const numbers = sql`generate_series(1, ${count}::int) n`
    await db.write`
      insert into "user" ("id", "name", "email", "createdAt", "updatedAt")
      select ${id}, 'Person ' || lpad(n::text, 4, '0'), 'p' || n || '.' || lower(${organizationId}) || '@example.com', now(), now()
      from ${numbers}`
    await db.write`
      insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
      select ${id}, ${organizationId}, ${id}, case when n % 100 = 0 then 'admin' else 'member' end,
        case when n % 10 = 0 then (select "id" from "team" t where t."organizationId" = ${organizationId} limit 1) end, now()
      from ${numbers}`
  })
}
