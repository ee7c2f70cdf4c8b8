import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import { hashToken, keyTextOf } from 'rest-auth/testing/measuring'

const cookieName = 'better-auth.session_token'
/** Each is in one organization of ten. */
const people = 10_000
const organizations = people / 10
const membersOfLarge = 100
export const largeOrganizationId = 'organization-large'

/**
 * Fills a migrated database: 10,000 people with one session each in 1,000 organizations, and 100
 * more in one large organization with 10 teams and 20 open invitations.
 */
export async function fill(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  // Only newer versions of better-auth have these columns.
  const has = async (table: string, column: string): Promise<boolean> =>
    (await sql`select from information_schema.columns where table_name = ${table} and column_name = ${column}`).length >
    0
  await sql`
    insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    select 'user-' || n, 'Person ' || n, 'person.' || n || '@example.com', true, now(), now()
    from generate_series(1, ${people + membersOfLarge}::int) n`
  await sql`
    insert into "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt")
    select 'session-' || n, 'token-' || n, 'user-' || n, now() + interval '7 days', now(), now()
    from generate_series(1, ${people + membersOfLarge}::int) n`
  await sql`
    insert into "organization" ("id", "name", "slug", "createdAt")
    select 'organization-' || n, 'Organization ' || n, 'organization-' || n, now()
    from generate_series(1, ${organizations}::int) n
    union all select ${largeOrganizationId}, 'Large', 'large', now()`
  await sql`
    insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
    select 'member-' || n, case when n > ${people}::int then ${largeOrganizationId} else 'organization-' || (n + 9) / 10 end,
      'user-' || n, case when n % 10 = 1 then 'owner' else 'member' end, now()
    from generate_series(1, ${people + membersOfLarge}::int) n`
  const counted = (await has('team', 'memberCount')) && { memberCount: 0 }
  await sql`
    insert into "team" ${sql(
      Array.from({ length: 10 }, (_, n) => ({
        id: `team-${n}`,
        name: `Team ${n}`,
        organizationId: largeOrganizationId,
        createdAt: new Date(),
        ...counted,
      })),
    )}`
  const dated = (await has('invitation', 'createdAt')) && { createdAt: new Date() }
  await sql`
    insert into "invitation" ${sql(
      Array.from({ length: 20 }, (_, n) => ({
        id: `invitation-${n}`,
        organizationId: largeOrganizationId,
        email: `invited.${n}@example.com`,
        role: 'member',
        status: 'pending',
        expiresAt: new Date(Date.now() + 86_400_000),
        inviterId: `user-${people + 1}`,
        ...dated,
      })),
    )}`
  if (await has('apiKey', 'hash')) {
    const hashes = Array.from({ length: membersOfLarge }, (_, n) => hashToken(keyOf(people + 1 + n)))
    await sql`
      insert into "apiKey" ("id", "start", "hash", "userId", "memberIds", "createdAt", "updatedAt")
      select 'key-' || n, 'acct_', "hash", 'user-' || n, array['member-' || n], now(), now()
      from (select "hash", ${people}::int + "index" as n from unnest(${hashes}::text[]) with ordinality k ("hash", "index")) k`
  }
  await sql`analyze`
  await sql.end()
}

/** Returns the session cookie of person `n`. */
export function cookieOf(n: number, secret: string): string {
  const token = `token-${n}`
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`
}

export const nthPerson = (n: number): number => (n % people) + 1
export const nthOfLarge = (n: number): number => people + 1 + (n % membersOfLarge)

/** Returns the key of person `n` in the large organization. */
export const keyOf = (n: number): string => keyTextOf(String(n).padStart(32, '0'))

/** Owns `organizationOf(n)`. */
export const nthOwner = (n: number): number => (n % organizations) * 10 + 1
export const organizationOf = (owner: number): string => `organization-${(owner + 9) / 10}`
