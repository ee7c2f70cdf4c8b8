import { fixed, sql, type Fragment } from 'database/sql.ts'
import { z } from 'zod'
import type { RestList } from '../list/list.sql.ts'
import type { Key, Order } from '../list/order.ts'
import { findMembers, hasRole, inOrganization, rolesOf, someOf } from './member-conditions.sql.ts'
import { memberColumns } from './member.sql.ts'
import { roles } from './roles.ts'

/** For filtered lists. Other totals have counters. */
export const maxCounted = 10_000

export const memberListQuery = z.object({
  sortBy: z.enum(['createdAt', 'role', 'name', 'email']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  filterField: z.enum(['id', 'userId', 'teamId', 'role', 'name', 'email']).optional(),
  filterOperator: z.enum(['eq', 'ne', 'contains']).default('eq'),
  filterValue: z.string().default(''),
})
type MemberList = z.infer<typeof memberListQuery>

const textKey = (column: string): Key => ({ column, type: 'text' })
const joined: readonly Key[] = [{ column: 'm."createdAt"', type: 'timestamptz' }, textKey('m."id"')]

const memberKeys = {
  createdAt: joined,
  role: [textKey('m."role"'), ...joined],
  name: [textKey('m."userName"'), textKey('m."id"')],
  email: [textKey('m."userEmail"'), textKey('m."id"')],
} satisfies Record<MemberList['sortBy'], readonly Key[]>

export const joiningOrder: Order = { keys: joined }

export const memberOrder = ({ sortBy, sortDirection }: Pick<MemberList, 'sortBy' | 'sortDirection'>): Order => ({
  keys: memberKeys[sortBy],
  descending: sortDirection === 'desc',
})

const someWhere = (condition: Fragment, isSought = true): Fragment =>
  sql`(select m.* from "member" m where ${fixed(inOrganization.condition('m', isSought))} and ${condition}) m`
const amongSome = (condition: Fragment): Fragment =>
  sql`(select m.* from ${someOf(inOrganization)} m where ${condition}) m`

/** Null without a filter. Only `contains` ignores case. */
function memberFilter({
  filterField: field,
  filterOperator: operator,
  filterValue: value,
}: MemberList): Fragment | null {
  if (field === undefined || (operator === 'contains' && value === '')) return null
  const isText = field === 'name' || field === 'email'
  if (operator === 'contains') {
    if (isText) return findMembers(inOrganization, value, field)
    return amongSome(sql`strpos(lower(m.${sql(field)}), lower(${value})) > 0`)
  }
  const role = roles.find((name) => name === value)
  const matches =
    field === 'role'
      ? role
        ? fixed(hasRole('m', role))
        : sql`${value} = any (${fixed(rolesOf('m'))})`
      : field === 'email'
        ? sql`m."userEmail" = ${value}`
        : field === 'name'
          ? sql`(m."userName" = lower(${value}) and (select u."name" from "user" u where u."id" = m."userId") = ${value})`
          : sql`m.${sql(field)} = ${value}`
  return operator === 'eq' ? someWhere(matches, field !== 'teamId') : amongSome(sql`(${matches}) is not true`)
}

export function membersOfOrganization(list: MemberList): RestList {
  const filtered = memberFilter(list)
  const isTeam = list.filterField === 'teamId' && list.filterOperator === 'eq'
  const total = isTeam
    ? sql`coalesce((select "memberCount" from "team" t where t."id" = ${list.filterValue} and t."organizationId" = o."id"), 0)`
    : filtered
      ? sql`(select count(*) from (select from ${filtered} limit ${maxCounted}) c)`
      : sql`o."memberCount"`
  return {
    columns: memberColumns,
    from: sql`${filtered ?? sql`"member" m`} join "user" u on u."id" = m."userId"`,
    where: inOrganization.condition('m', filtered === null),
    order: memberOrder(list),
    counted: { name: 'members', total },
  }
}
