import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { Role } from './roles.ts'

/** The roles of a `"member"`, given its role column, as an array. */
export function roleNames(column: Fragment): Fragment {
  return sql`string_to_array(replace(${column}, ' ', ''), ',')`
}

/** The same as text, of the `"role"` of a table. */
export const rolesOf = (alias: string): string => `string_to_array(replace(${alias}."role", ' ', ''), ',')`

/** Whether a `"member"` has a role: the words of the indexes for it. */
export const hasRole = (alias: string, role: Role): string => `'${role}' = any (${rolesOf(alias)})`
/** A search finds this many at most. */
const foundAtMost = 1000
/** Filters that no index serves, such as a single character or `ne`, look at this many. */
const lookedAt = 10_000

/**
 * A column to compare. Where another condition finds few (`isSought` is false), it is an expression that no index has: PostgreSQL,
 * which takes every organization and team to be a small one, would walk all of a large one beside what the other index finds.
 */
export const compared = (alias: string, column: 'organizationId' | 'teamId', isSought: boolean): string =>
  `${alias}."${column}"${isSought ? '' : " || ''"}`

/** The first membership from there on in the order of the unique index: that of this user, if there is one. */
export const placeOf = (organizationId: Fragment, userId: Fragment): Fragment => sql`
  select * from "member" c where (c."organizationId", c."userId") >= (${organizationId}, ${userId})
  order by c."organizationId", c."userId" limit 1`

/**
 * A membership as `"member" caller`, beside rows with an `organizationId`. Asked for by equality PostgreSQL, which takes everybody
 * to be in few organizations, would walk all that the user is in, for each of the rows.
 */
export function joinCaller(organizationId: string, userId: Fragment, kind: 'inner' | 'left' = 'inner'): Fragment {
  const organization = fixed(organizationId)
  return sql`
    ${fixed(kind)} join lateral (${placeOf(organization, userId)}) caller
      on caller."organizationId" = ${organization} and caller."userId" = ${userId}`
}

/** Which members: the id of their organization, and for an alias of `"member"` the condition, as SQL. */
export interface Belonging {
  readonly organizationId: string
  readonly condition: (alias: string, isSought?: boolean) => string
}
export const inOrganization: Belonging = {
  organizationId: 'o."id"',
  condition: (alias, isSought = true) => `${compared(alias, 'organizationId', isSought)} = o."id"`,
}
export const inTeam: Belonging = {
  organizationId: 't."organizationId"',
  condition: (alias, isSought = true) => `${compared(alias, 'teamId', isSought)} = t."id"`,
}

/** The first of these members in the order of joining, so many that everything can be asked of each of them. */
export const someOf = ({ condition }: Belonging): Fragment =>
  fixed(`(select * from "member" f where ${condition('f')} order by f."createdAt", f."id" limit ${lookedAt})`)

/** The members with `part` in the name or the address of their users, or in the one that is named, in any case, as the table `m`. */
export function foundMembers(members: Belonging, part: string, field?: 'name' | 'email'): Fragment {
  const text = part.toLowerCase()
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const [name, email] = [sql`s."userName" like ${pattern}`, sql`s."userEmail" like ${pattern}`]
  const matches = field ? { name, email }[field] : sql`(${name} or ${email})`
  const organizationId = fixed(members.organizationId)
  const table =
    text.length > 1
      ? sql`"member" s where "member_pairs"(s."organizationId", s."userName", s."userEmail")
          @> "member_pairs"(${organizationId}, ${text}::text) and ${fixed(members.condition('s', false))}`
      : sql`${someOf(members)} s where true`
  return sql`(
    select s.* from ${table} and ${fixed(compared('s', 'organizationId', false))} = ${organizationId} and ${matches}
    limit ${foundAtMost}) m`
}
