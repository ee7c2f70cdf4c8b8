import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { Role } from 'contract/roles.ts'

export const rolesOf = (alias: string): string => `string_to_array(replace(${alias}."role", ' ', ''), ',')`

/** Exactly as in the indexes. */
export const hasRole = (alias: string, role: Role): string => `'${role}' = any (${rolesOf(alias)})`
const maxFound = 1000
/** Rows checked by filters without an index, such as one character or `ne`. */
export const maxScanned = 10_000
// Avoids the index with `|| ''` if another condition is more selective: PostgreSQL takes every
// organization and team for small, and would also scan large ones.
const organizationOf = (alias: string, isSought: boolean): string =>
  `${alias}."organizationId"${isSought ? '' : " || ''"}`

/** The first row at or after this key of the unique index. */
export const placeOf = (organizationId: Fragment, userId: Fragment): Fragment => sql`
  select * from "member" c where (c."organizationId", c."userId") >= (${organizationId}, ${userId})
  order by c."organizationId", c."userId" limit 1`

/** Joins the user's membership as `"member" caller` to rows with an `organizationId`, also of closed ones. */
export function joinCaller(organizationId: string, userId: Fragment, kind: 'inner' | 'left' = 'inner'): Fragment {
  const organization = fixed(organizationId)
  // For an equality, PostgreSQL may read all memberships of the user for each row.
  return sql`
    ${fixed(kind)} join lateral (${placeOf(organization, userId)}) caller
      on caller."organizationId" = ${organization} and caller."userId" = ${userId}`
}

/** Like "member", with a row for each team of a member, found and sorted by the indexes of "teamMember". */
export const teamMembers = `(
  select c."memberId" as "id", c."organizationId", c."userId", c."teamId" as "inTeam", c."joinedAt" as "createdAt",
    c."userName", c."userEmail", r."role", r."teamId", r."changedAt"
  from "teamMember" c join "member" r on r."id" = c."memberId")`

/** `team` is SQL. The offset keeps PostgreSQL from reading the whole team. */
const isInTeam = (alias: string, team: string): string => `exists (
  select from "teamMember" c
  where c."organizationId" = ${alias}."organizationId" and c."userId" = ${alias}."userId" and c."teamId" = ${team} offset 0)`

export interface Belonging {
  readonly organizationId: string
  readonly table: string
  /** For rows of `table` or, unless `isSought`, of "member" without an index of its own. */
  readonly condition: (alias: string, isSought?: boolean) => string
}
export const inOrganization: Belonging = {
  organizationId: 'o."id"',
  table: '"member"',
  condition: (alias, isSought = true) => `${organizationOf(alias, isSought)} = o."id"`,
}
/** `team` is SQL. */
export const inTeam = (team: string, organizationId: string): Belonging => ({
  organizationId,
  table: teamMembers,
  condition: (alias, isSought = true) => (isSought ? `${alias}."inTeam" = ${team}` : isInTeam(alias, team)),
})

/** The first members by time of joining: few enough to check without an index. */
export const someOf = ({ table, condition }: Belonging): Fragment =>
  fixed(`(select * from ${table} f where ${condition('f')} order by f."createdAt", f."id" limit ${maxScanned})`)

/** For a text in lower case. */
export const patternOf = (part: string): string => `%${part.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const keyOf = (text: Fragment): Fragment => sql`"search_key"(${text})`
const nameKey = keyOf(sql`s."userName"`)
const emailKey = keyOf(sql`s."userEmail"`)

/** Each takes 0.02 ms per member. */
const maxWords = 10

/** Marks after their letters, which the SQL function "search_key" removes as well. */
const marks = /[\u0300-\u036F]/gu

/** Ignores case and accents. Of several words, each must begin a word of the name or email, in any order. */
export function searchMembers(members: Belonging, query: string): Fragment {
  const text = query.toLowerCase().normalize('NFD').replaceAll(marks, '')
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
  const parts = words.map((word) => keyOf(sql`${words.length > 1 ? ` ${word}` : word}::text`))
  const texts = sql`(' ' || ${nameKey} || chr(10) || ' ' || ${emailKey})`
  const matches = parts.map((part) => sql`and strpos(${texts}, ${part}) > 0`)
  const isIndexed = words.length > 1 || Array.from(words[0] ?? '').length > 1
  return findAmong(members, isIndexed ? parts : [], words.length > 0 ? sql`true ${matches}` : fixed('false'))
}

/** Ignores case. */
export function findMembers(members: Belonging, part: string, field: 'name' | 'email'): Fragment {
  const text = part.toLowerCase()
  const column = { name: sql`s."userName"`, email: sql`s."userEmail"` }[field]
  const isIndexed = Array.from(text.normalize('NFD').replaceAll(marks, '')).length > 1
  return findAmong(members, isIndexed ? [keyOf(sql`${text}::text`)] : [], sql`${column} like ${patternOf(part)}`)
}

/** `parts`: all of what the index can find, two characters at least. */
function findAmong(members: Belonging, parts: readonly Fragment[], matches: Fragment): Fragment {
  const organizationId = fixed(members.organizationId)
  const table =
    parts.length > 0
      ? sql`"member" s where "member_pairs"(s."organizationId", ' ' || ${nameKey}, ' ' || ${emailKey})
          @> "member_pairs"(${organizationId} ${parts.map((part) => sql`, ${part}`)}) and ${fixed(members.condition('s', false))}`
      : sql`${someOf(members)} s where true`
  return sql`(
    select s.* from ${table} and ${fixed(organizationOf('s', false))} = ${organizationId} and ${matches}
    limit ${maxFound}) m`
}
