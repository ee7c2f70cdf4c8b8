import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { permissions } from 'contract/permissions.ts'
import { roles } from 'contract/roles.ts'
import { userRoles } from '../user/user.ts'
import { findLostFactors } from './adopt-factors.ts'
import { countRows, isRoleHere, isVerifiable, noVoucher } from './copy.sql.ts'
import { plain, quote, type OldColumn, type OldTables } from './old-tables.sql.ts'

/** Protections of the old server that do not exist here, named as in `--accept`. */
export const protections = ['bans', 'two-factor', 'disabled'] as const
export type Protection = (typeof protections)[number]

export interface Loss {
  readonly what: string
  readonly rows: number
  readonly protection?: Protection
}

/** Columns that restrict sign-in, in lower case without underscores. */
const protecting: readonly [Protection, RegExp][] = [
  ['bans', /^isbanned$/],
  ['two-factor', /^(is)?(twofactor|mfa|2fa|totp)(is)?(enabled|active)?$/],
  ['disabled', /^(is)?(disabled|blocked|suspended|deactivated|inactive|deleted|locked|frozen|revoked)(at|on|until)?$/],
]
const enabling = /^(is)?(active|enabled)$/

export async function findLosses(ctx: Context, tables: OldTables): Promise<Loss[]> {
  const losses = [
    ...(await lostTables(ctx, tables)),
    ...(await lostColumns(ctx, tables)),
    ...(await lostValues(ctx, tables)),
    ...(await lostFactors(ctx, tables)),
  ]
  return losses.filter(({ rows }) => rows > 0)
}

async function lostFactors(ctx: Context, tables: OldTables): Promise<Loss[]> {
  const emails = await findLostFactors(ctx, tables)
  const what = `second factors that neither AUTH_SECRET nor ADOPTED_SECRET opens, of ${emails.join(', ')}`
  return [{ what, rows: emails.length, protection: 'two-factor' }]
}

async function lostTables(ctx: Context, { others }: OldTables): Promise<Loss[]> {
  const losses = []
  for (const { name, sql: table } of others) {
    losses.push({ what: `table "${name}"`, rows: await countRows(ctx, table) })
  }
  return losses
}

async function lostColumns(ctx: Context, { found }: OldTables): Promise<Loss[]> {
  const losses = []
  for (const table of found.values()) {
    const columns = table.unread.map((column) => ({ name: column.name, ...meaning(column) }))
    const counts = columns.map(({ holds }, index) => `count(*) filter (where ${holds}) as "${index}"`)
    if (counts.length === 0) continue
    const [row] = await ctx.db.unsafe<Record<string, string>[]>(`select ${counts.join(', ')} from ${table.sql} o`)
    for (const [index, { name, protection }] of columns.entries()) {
      const what = `column "${name}" of "${table.name}"`
      losses.push({ what, rows: Number(row?.[index]), ...(protection && { protection }) })
    }
  }
  return losses
}

function meaning({ name, isBoolean }: OldColumn) {
  const column = `o.${quote(name)}`
  const isSet = isBoolean ? column : `${column} is not null`
  if (isBoolean && enabling.test(plain(name))) return { holds: `not ${column}`, protection: 'disabled' as const }
  return { holds: isSet, protection: protecting.find(([, names]) => names.test(plain(name)))?.[0] }
}

async function lostValues({ db }: Context, { rowsOf }: OldTables): Promise<Loss[]> {
  const known = [...roles]
  const copied = `(select o."organizationId", o."role", o."permission"::jsonb from (${rowsOf('organizationRole')}) o where ${isRoleHere})`
  const isCustom = `exists (select from ${copied} r where r."organizationId" = o."organizationId" and lower(r."role") = trim("one"))`
  return db.read`
    select 'role "' || trim("one") || '" of users, which grants no permissions here' as "what", count(*)::int as "rows"
    from (${sql.unsafe(rowsOf('user'))}) o, unnest(string_to_array("role", ',')) "one"
    where trim("one") <> all (${[...userRoles]}) group by 1
    union all
    select 'role "' || trim("one") || '" of members, which grants no permissions here', count(*)::int
    from (${sql.unsafe(rowsOf('member'))}) o, unnest(string_to_array("role", ',')) "one"
    where trim("one") <> all (${known}) and not ${sql.unsafe(isCustom)} group by 1
    union all
    select 'role "' || trim("one") || '" of open invitations, which grants no permissions here', count(*)::int
    from (${sql.unsafe(rowsOf('invitation'))}) o, unnest(string_to_array("role", ',')) "one"
    where "status" = 'pending' and trim("one") <> all (${known}) and not ${sql.unsafe(isCustom)} group by 1
    union all
    select 'role "' || o."role" || '" of organizations, whose name or permissions cannot be used here (not copied)', count(*)::int
    from (${sql.unsafe(rowsOf('organizationRole'))}) o where not ${sql.unsafe(isRoleHere)} group by 1
    union all
    select 'permission "' || p."resource" || ':' || a."action" || '" of roles of organizations, which permits nothing here', count(*)::int
    from ${sql.unsafe(copied)} r, jsonb_each(r."permission") p ("resource", "actions"), jsonb_array_elements_text(p."actions") a ("action")
    where p."resource" || ':' || a."action" <> all (${[...permissions]}) group by 1
    union all
    select 'passwords hashed as ' || coalesce(substring("password" from '^\\$[a-z0-9-]+\\$'), 'an unknown algorithm')
      || ', which cannot be verified here (not copied)', count(*)::int
    from (${sql.unsafe(rowsOf('account'))}) o where not ${sql.unsafe(isVerifiable)} group by 1
    union all
    select 'verified emails of users with an account at "' || "providerId"
      || '", which does not vouch for emails (not proved here)', count(distinct u."id")::int
    from (${sql.unsafe(rowsOf('account'))}) o join (${sql.unsafe(rowsOf('user'))}) u on u."id" = o."userId" and u."emailVerified"
    where ${sql.unsafe(noVoucher('o'))} group by "providerId"
    union all
    select 'sessions of administrators as other users (not copied)', count(*)::int
    from (${sql.unsafe(rowsOf('session'))}) o where "impersonatedBy" is not null`
}

/** Emails and usernames of different users that differ only in case. */
export async function findDuplicates({ db }: Context, { rowsOf }: OldTables): Promise<string[]> {
  const rows = await db.read<{ name: string }[]>`
    select lower("value") as "name"
    from (${sql.unsafe(rowsOf('user'))}) o, unnest(array["email", "username"]) with ordinality of_user("value", "kind")
    where "value" is not null group by 1, "kind" having count(*) > 1 order by 1 limit 10`
  return rows.map(({ name }) => name)
}
