import type { Context } from '../context.ts'
import { hashForms } from '../crypto/hash-forms.ts'
import type { OldTables, ReadTable } from './old-tables.sql.ts'

type RowsOf = OldTables['rowsOf']

const verifiable = `"password" ~ any (array['${Object.values(hashForms).join("', '")}'])`

/** The statements that copy the tables of a better-auth database, in the order of their references. */
const copies = {
  user: (rowsOf) => `
    insert into "user" ("id", "name", "email", "emailVerified", "proved", "image", "username", "displayUsername", "createdAt", "updatedAt")
    select "id", "name", lower("email"), "emailVerified", "emailVerified", "image", lower("username"), "displayUsername",
      "createdAt", "updatedAt"
    from (${rowsOf('user')}) o`,
  organization: (rowsOf) => `
    insert into "organization" ("id", "name", "slug", "logo", "metadata", "createdAt")
    select "id", "name", "slug", "logo", "metadata", "createdAt" from (${rowsOf('organization')}) o`,
  team: (rowsOf) => `
    insert into "team" ("id", "name", "organizationId", "createdAt", "updatedAt")
    select "id", "name", "organizationId", "createdAt", "updatedAt" from (${rowsOf('team')}) o
    where "organizationId" in (select "id" from "organization")`,
  // An administrator's session in the name of somebody else would be one like any other.
  session: (rowsOf) => `
    insert into "session" ("id", "token", "userId", "expiresAt", "ipAddress", "userAgent", "activeOrganizationId", "createdAt", "updatedAt")
    select o."id", o."token", o."userId", o."expiresAt", o."ipAddress", o."userAgent", active."id", o."createdAt", o."updatedAt"
    from (${rowsOf('session')}) o left join "organization" active on active."id" = o."activeOrganizationId"
    where o."userId" in (select "id" from "user") and o."impersonatedBy" is null`,
  // Two users could have one account at a provider: the older link is the true one. A password that cannot be checked would
  // tell by the time of a sign-in whose it is, so none takes its place.
  account: (rowsOf) => `
    insert into "account" ("id", "providerId", "accountId", "userId", "accessToken", "refreshToken", "idToken",
      "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt")
    select distinct on ("providerId", "accountId") "id", "providerId", "accountId", "userId", "accessToken", "refreshToken", "idToken",
      "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", case when ${verifiable} then "password" end, "createdAt", "updatedAt"
    from (${rowsOf('account')}) o where "userId" in (select "id" from "user")
    order by "providerId", "accountId", "createdAt"`,
  // Somebody could be a member twice: the row with the greater role stays, so that no organization loses its owner.
  member: (rowsOf) => `
    insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
    select distinct on (o."organizationId", o."userId") o."id", o."organizationId", o."userId", o."role",
      coalesce(joined."teamId", own."id"), o."createdAt"
    from (${rowsOf('member')}) o
    left join "team" own on own."id" = o."teamId" and own."organizationId" = o."organizationId"
    left join (
      select distinct on (m."userId", t."organizationId") m."userId", t."organizationId", m."teamId"
      from (${rowsOf('teamMember')}) m join "team" t on t."id" = m."teamId"
      order by m."userId", t."organizationId", m."createdAt", m."id"
    ) joined on joined."userId" = o."userId" and joined."organizationId" = o."organizationId"
    where o."userId" in (select "id" from "user") and o."organizationId" in (select "id" from "organization")
    order by o."organizationId", o."userId", o."role" ~ '\\mowner\\M' desc, o."role" ~ '\\madmin\\M' desc, o."createdAt"`,
  // Of several open invitations to one address the last to expire stays open, of several teams the first.
  invitation: (rowsOf) => `
    insert into "invitation" ("id", "organizationId", "email", "role", "teamId", "status", "expiresAt", "inviterId")
    select "id", "organizationId", lower("email"), "role",
      (select t."id" from unnest(string_to_array(o."teamId", ',')) with ordinality as named("id", "place")
        join "team" t on t."id" = trim(named."id") and t."organizationId" = o."organizationId" order by "place" limit 1),
      case when "status" = 'pending' and row_number() over (
        partition by "organizationId", lower("email"), "status" order by "expiresAt" desc, "id"
      ) > 1 then 'canceled' else "status" end,
      "expiresAt", "inviterId"
    from (${rowsOf('invitation')}) o
    where "inviterId" in (select "id" from "user") and "organizationId" in (select "id" from "organization")`,
} satisfies Partial<Record<ReadTable, (rowsOf: RowsOf) => string>>

/** A table that is copied, here of the same name. */
export type CopiedTable = keyof typeof copies
export const copiedTables = Object.keys(copies).filter((name): name is CopiedTable => name in copies)

/** Copies a table whose references have come before. Times without a zone are read as of the transaction's. @returns how many rows */
export async function copyTable({ sql }: Context, tables: OldTables, table: CopiedTable): Promise<number> {
  const { count } = await sql.unsafe(copies[table](tables.rowsOf))
  return count
}

/** The schema of rest-auth's tables. */
export async function ownSchema({ sql }: Context): Promise<string | undefined> {
  const [row] = await sql<{ schema: string }[]>`select current_schema() as "schema"`
  return row?.schema
}

export async function countRows({ sql }: Context, table: string): Promise<number> {
  const [row] = await sql.unsafe<{ rows: string }[]>(`select count(*) as "rows" from ${table}`)
  return Number(row?.rows)
}

/** The share of a table's size that its copy has already, 0 to 1; it grows before the copy is committed. */
export async function copiedShare({ sql }: Context, from: string, table: CopiedTable): Promise<number> {
  const [row] = await sql<{ share: number }[]>`
    select least(1, pg_relation_size(${`"${table}"`}::regclass)::float / greatest(1, pg_relation_size(${from}::regclass))) as "share"`
  return row?.share ?? 0
}

/** Keeps two copies from running at once, fixes what is seen of the old tables, and reads times without a zone as of `timeZone`. */
export async function beginCopy({ sql }: Context, timeZone: string): Promise<void> {
  await sql`set transaction isolation level repeatable read`
  await sql`lock table "user" in share row exclusive mode`
  await sql`select set_config('timezone', ${timeZone}, true), set_config('work_mem', '64MB', true)`
}
