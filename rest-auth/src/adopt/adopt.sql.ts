import type { Context } from '../context.ts'

/**
 * The statements that copy a better-auth 1.2 database from another schema of the same database, in the order of their
 * references. Rows are read as JSON, so columns of plugins that were off may be absent. `old` answers a table's rows as `j`.
 */
const copies: readonly [table: string, copy: (old: string) => string][] = [
  [
    'user',
    (old) => `
    insert into "user" ("id", "name", "email", "emailVerified", "proved", "image", "username", "displayUsername", "createdAt", "updatedAt")
    select j->>'id', j->>'name', lower(j->>'email'), (j->>'emailVerified')::boolean,
      (j->>'emailVerified')::boolean, j->>'image', lower(j->>'username'),
      j->>'displayUsername', (j->>'createdAt')::timestamptz, (j->>'updatedAt')::timestamptz
    from (${old}) o`,
  ],
  [
    'organization',
    (old) => `
    insert into "organization" ("id", "name", "slug", "logo", "metadata", "createdAt")
    select j->>'id', j->>'name', j->>'slug', j->>'logo', j->>'metadata', (j->>'createdAt')::timestamptz from (${old}) o`,
  ],
  [
    'team',
    (old) => `
    insert into "team" ("id", "name", "organizationId", "createdAt", "updatedAt")
    select j->>'id', j->>'name', j->>'organizationId', (j->>'createdAt')::timestamptz, (j->>'updatedAt')::timestamptz
    from (${old}) o where exists (select from "organization" where "id" = j->>'organizationId')`,
  ],
  [
    'session',
    (old) => `
    insert into "session" ("id", "token", "userId", "expiresAt", "ipAddress", "userAgent", "activeOrganizationId", "createdAt", "updatedAt")
    select j->>'id', j->>'token', j->>'userId', (j->>'expiresAt')::timestamptz, j->>'ipAddress', j->>'userAgent',
      (select "id" from "organization" where "id" = j->>'activeOrganizationId'),
      (j->>'createdAt')::timestamptz, (j->>'updatedAt')::timestamptz
    from (${old}) o where exists (select from "user" where "id" = j->>'userId')`,
  ],
  // Two users could have one account at a provider: the older link is the true one.
  [
    'account',
    (old) => `
    insert into "account" ("id", "providerId", "accountId", "userId", "accessToken", "refreshToken", "idToken",
      "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt")
    select distinct on (j->>'providerId', j->>'accountId') j->>'id', j->>'providerId', j->>'accountId', j->>'userId', j->>'accessToken',
      j->>'refreshToken', j->>'idToken', (j->>'accessTokenExpiresAt')::timestamptz, (j->>'refreshTokenExpiresAt')::timestamptz,
      j->>'scope', j->>'password', (j->>'createdAt')::timestamptz, (j->>'updatedAt')::timestamptz
    from (${old}) o where exists (select from "user" where "id" = j->>'userId')
    order by j->>'providerId', j->>'accountId', (j->>'createdAt')::timestamptz`,
  ],
  // Somebody could be a member twice: the row with the greater role stays, so that no organization loses its owner.
  [
    'member',
    (old) => `
    insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
    select distinct on (j->>'organizationId', j->>'userId') j->>'id', j->>'organizationId', j->>'userId', j->>'role',
      (select "id" from "team" where "id" = j->>'teamId' and "organizationId" = j->>'organizationId'), (j->>'createdAt')::timestamptz
    from (${old}) o
    where exists (select from "user" where "id" = j->>'userId') and exists (select from "organization" where "id" = j->>'organizationId')
    order by j->>'organizationId', j->>'userId', j->>'role' ~ '\\mowner\\M' desc,
      j->>'role' ~ '\\madmin\\M' desc, (j->>'createdAt')::timestamptz`,
  ],
  // Of several open invitations to one address the last to expire stays open.
  [
    'invitation',
    (old) => `
    insert into "invitation" ("id", "organizationId", "email", "role", "teamId", "status", "expiresAt", "inviterId")
    select j->>'id', j->>'organizationId', lower(j->>'email'), j->>'role',
      (select "id" from "team" where "id" = j->>'teamId' and "organizationId" = j->>'organizationId'),
      case when j->>'status' = 'pending' and row_number() over (
        partition by j->>'organizationId', lower(j->>'email'), j->>'status' order by (j->>'expiresAt')::timestamptz desc, j->>'id'
      ) > 1 then 'canceled' else j->>'status' end,
      (j->>'expiresAt')::timestamptz, j->>'inviterId'
    from (${old}) o
    where exists (select from "user" where "id" = j->>'inviterId')
      and exists (select from "organization" where "id" = j->>'organizationId')`,
  ],
]

/** How many rows of a table were there, and how many came over. */
interface Adopted {
  table: string
  found: number
  copied: number
}

/**
 * Copies people, sessions, accounts and organizations from the schema of a better-auth 1.2 server. Its times have no zone;
 * they are read as of `timeZone`. To be called in a transaction, on empty tables.
 */
export async function copyFrom({ sql }: Context, schema: string, timeZone: string): Promise<Adopted[]> {
  await sql`select set_config('timezone', ${timeZone}, true)`
  const adopted: Adopted[] = []
  for (const [table, copy] of copies) {
    const name = `${quote(schema)}.${quote(table)}`
    const [there] = await sql<{ oid: number | null }[]>`select to_regclass(${name})::oid as "oid"`
    if (there?.oid == null) continue
    const [rows] = await sql<{ count: string }[]>`select count(*) from ${sql(schema)}.${sql(table)}`
    const { count } = await sql.unsafe(copy(`select to_jsonb(t) as j from ${name} t`))
    adopted.push({ table, found: Number(rows?.count), copied: count })
  }
  return adopted
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
