import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import type { OldTables } from './old-tables.sql.ts'
import type { ReadTable } from './read-columns.ts'

type RowsOf = OldTables['rowsOf']

/** Hashes that `crypto/hash-worker.ts` verifies. (With {128} the pattern is 100 times slower.) */
export const isVerifiable = `("password" like '$argon2%' or
  "password" ~ '^[^:]+:[0-9a-f]+$' and length(split_part("password", ':', 2)) = 128)`

/** Providers of whose emails better-auth wrote `true` only if they say so, in each of its releases. */
const vouching = [
  'credential',
  'apple',
  'discord',
  'dropbox',
  'github',
  'google',
  'linkedin',
  'twitch',
  'twitter',
  'zoom',
]

/**
 * Whether a provider of an old server does not vouch for emails. better-auth wrote `true` for
 * everyone from Microsoft, GitLab, Kick, VK and Roblox, and nothing is known of its plugins.
 */
export const noVoucher = (account: string): string =>
  `${account}."providerId" not in (${vouching.map((id) => `'${id}'`).join(', ')})`

/** Whether a role can be copied: a name as here, and lists of actions. */
export const isRoleHere = `(lower(o."role") ~ '^[a-z0-9][a-z0-9._-]{0,31}$' and lower(o."role") not in ('owner', 'admin', 'member')
  and case when jsonb_typeof(o."permission"::jsonb) = 'object' then
    not jsonb_path_exists(o."permission"::jsonb, 'strict $.* ? (@.type() != "array")')
    and not jsonb_path_exists(o."permission"::jsonb, 'strict $.*[*] ? (@.type() != "string")', '{}', true)
  else false end)`

/** Referenced tables come first. */
const copies = {
  user: (rowsOf) => `
    insert into "user" ("id", "name", "email", "emailVerified", "proved", "image", "username", "displayUsername",
      "role", "banned", "banReason", "banExpires", "createdAt", "updatedAt")
    select "id", "name", lower("email"), "emailVerified", "emailVerified" and not exists (
        select from (${rowsOf('account')}) a where a."userId" = o."id" and ${noVoucher('a')}),
      "image", lower("username"), "displayUsername", 
      case when 'admin' = any (string_to_array(replace("role", ' ', ''), ',')) then 'admin' else 'user' end,
      coalesce("banned", false), "banReason", "banExpires", "createdAt", "updatedAt"
    from (${rowsOf('user')}) o`,
  organization: (rowsOf) => `
    insert into "organization" ("id", "name", "slug", "logo", "metadata", "createdAt")
    select "id", "name", "slug", "logo", "metadata", "createdAt" from (${rowsOf('organization')}) o`,
  team: (rowsOf) => `
    insert into "team" ("id", "name", "organizationId", "createdAt", "updatedAt")
    select "id", "name", "organizationId", "createdAt", "updatedAt" from (${rowsOf('team')}) o
    where "organizationId" in (select "id" from "organization")`,
  // If two users have the same provider account, the first keeps it. Hashes that cannot be verified
  // are dropped, because the time of a sign-in would reveal them.
  account: (rowsOf) => `
    insert into "account" ("id", "providerId", "accountId", "userId", "accessToken", "refreshToken", "idToken",
      "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password", "createdAt", "updatedAt")
    select distinct on ("providerId", "accountId") "id", "providerId", "accountId", "userId", "accessToken", "refreshToken", "idToken",
      "accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", case when ${isVerifiable} then "password" end, "createdAt", "updatedAt"
    from (${rowsOf('account')}) o where "userId" in (select "id" from "user")
    order by "providerId", "accountId", "createdAt"`,
  // Nobody knows for which host they are: a wrong AUTH_URL shows when they do not work.
  passkey: (rowsOf) => `
    insert into "passkey" ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "transports",
      "aaguid", "createdAt")
    select distinct on ("credentialID") "id", coalesce(nullif(trim("name"), ''), 'Passkey'), "publicKey", "userId", "credentialID",
      "counter"::float8, "deviceType", "backedUp"::boolean, nullif("transports", ''), "aaguid", coalesce("createdAt", now())
    from (${rowsOf('passkey')}) o where "userId" in (select "id" from "user") order by "credentialID", "createdAt", "id"`,
  // Duplicate memberships keep the higher role, so that no organization loses its owner.
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
  // Triggers have added the first teams.
  teamMember: (rowsOf) => `
    insert into "teamMember" ("teamId", "organizationId", "userId", "createdAt")
    select t."id", t."organizationId", o."userId", coalesce(o."createdAt", now())
    from (${rowsOf('teamMember')}) o join "team" t on t."id" = o."teamId"
    join "member" m on m."organizationId" = t."organizationId" and m."userId" = o."userId"
    on conflict do nothing`,
  // An administrator's impersonation would become an ordinary session.
  session: (rowsOf) => `
    insert into "session" ("id", "token", "userId", "expiresAt", "ipAddress", "userAgent", "activeOrganizationId", "activeTeamId",
      "createdAt", "updatedAt")
    select o."id", o."token", o."userId", o."expiresAt", o."ipAddress", o."userAgent", active."id", own."teamId",
      o."createdAt", o."updatedAt"
    from (${rowsOf('session')}) o left join "organization" active on active."id" = o."activeOrganizationId"
    left join "teamMember" own
      on own."teamId" = o."activeTeamId" and own."userId" = o."userId" and own."organizationId" = active."id"
    where o."userId" in (select "id" from "user") and o."impersonatedBy" is null`,
  organizationRole: (rowsOf) => `
    insert into "organizationRole" ("id", "organizationId", "role", "permission", "createdAt", "updatedAt")
    select distinct on (o."organizationId", lower(o."role"))
      o."id", o."organizationId", lower(o."role"), o."permission", coalesce(o."createdAt", now()), o."updatedAt"
    from (${rowsOf('organizationRole')}) o
    where ${isRoleHere} and o."organizationId" in (select "id" from "organization")
    order by o."organizationId", lower(o."role"), o."createdAt", o."id"`,
  // An email keeps the open invitation that expires last.
  invitation: (rowsOf) => `
    insert into "invitation" ("id", "organizationId", "email", "role", "teamId", "moreTeamIds", "status", "expiresAt", "inviterId", "createdAt")
    select "id", "organizationId", lower("email"), "role", teams."ids"[1], coalesce(teams."ids"[2:], '{}'),
      case when "status" = 'pending' and row_number() over (
        partition by "organizationId", lower("email"), "status" order by "expiresAt" desc, "id"
      ) > 1 then 'canceled' else "status" end,
      "expiresAt", "inviterId", coalesce("createdAt", now())
    from (${rowsOf('invitation')}) o cross join lateral (
      select array_agg(t."id" order by "place") as "ids"
      from unnest(string_to_array(o."teamId", ',')) with ordinality as named("id", "place")
      join "team" t on t."id" = trim(named."id") and t."organizationId" = o."organizationId") teams
    where "inviterId" in (select "id" from "user") and "organizationId" in (select "id" from "organization")`,
} satisfies Partial<Record<ReadTable, (rowsOf: RowsOf) => string>>

export type CopiedTable = keyof typeof copies
export const copiedTables = Object.keys(copies).filter((name): name is CopiedTable => name in copies)

/** Copy referenced tables first. Times without a zone use the transaction's time zone. */
export async function copyTable({ db }: Context, tables: OldTables, table: CopiedTable): Promise<number> {
  const { count } = await db.unsafe(copies[table](tables.rowsOf))
  return count
}

export async function ownSchema({ db }: Context): Promise<string | undefined> {
  const [row] = await db.read<{ schema: string }[]>`select current_schema() as "schema"`
  return row?.schema
}

export async function countRows({ db }: Context, table: string): Promise<number> {
  const [row] = await db.unsafe<{ rows: string }[]>(`select count(*) as "rows" from ${table}`)
  return Number(row?.rows)
}

/** Drops and recreates foreign keys and indexes, which is faster than row-by-row updates. */
export async function withoutKeys({ db }: Context, copy: () => Promise<void>): Promise<void> {
  const tables = copiedTables.map((table) => `"${table}"`)
  const keys = await db.read<{ drop: string; create: string }[]>`
    select format('drop index %s', "indexrelid"::regclass) as "drop", pg_get_indexdef("indexrelid") as "create"
    from pg_index where "indrelid" = any(${tables}::regclass[])
      and not exists (select from pg_constraint where "conindid" = "indexrelid")
    union all
    select format('alter table %s drop constraint %I', "conrelid"::regclass, "conname"),
      format('alter table %s add constraint %I %s', "conrelid"::regclass, "conname", pg_get_constraintdef("oid"))
    from pg_constraint where "contype" = 'f' and "conrelid" = any(${tables}::regclass[])`
  for (const { drop } of keys) await db.unsafe(drop)
  await copy()
  for (const { create } of keys) await db.unsafe(create)
}

// Prevents concurrent copies, takes one snapshot, and sets the zone of times that have none.
export async function beginCopy({ db }: Context, timeZone: string): Promise<void> {
  await db.write`set transaction isolation level repeatable read`
  await db.write`lock table "user" in share row exclusive mode`
  await db.write`select set_config('timezone', ${timeZone}, true), set_config('work_mem', '64MB', true)`
}

export interface OldFactor {
  readonly userId: string
  readonly email: string
  /** Nulls if the user had another second factor than an app. */
  readonly secret: string | null
  readonly backupCodes: string | null
}

export const findOldFactors = ({ db }: Context, { rowsOf }: OldTables): Promise<OldFactor[]> => db.read`
  select distinct on (u."id") u."id" as "userId", lower(u."email") as "email", f."secret", f."backupCodes"
  from (${sql.unsafe(rowsOf('user'))}) u
  left join (${sql.unsafe(rowsOf('twoFactor'))}) f on f."userId" = u."id" and f."verified" is not false
  where u."twoFactorEnabled" order by u."id"`
