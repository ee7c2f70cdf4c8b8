import { fixed, sql, type Fragment } from 'database/sql.ts'
import { z } from 'zod'
import type { RestList } from '../../list/list.sql.ts'
import { byTime, isTime, type Key, type Order } from '../../list/order.ts'
import { findMembers, hasRole, inOrganization, rolesOf, someOf, teamMembers } from './member-conditions.sql.ts'
import { hasFactorOf, seesFactors, shownFactor } from '../second-factor/demand.sql.ts'
import { memberColumns } from './member.sql.ts'
import { roles } from 'contract/roles.ts'

/** For filtered lists. Other totals have counters. */
export const maxCounted = 10_000

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const operators = [
  'eq',
  'ne',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
] as const

export const memberListQuery = z.object({
  sortBy: z.enum(['createdAt', 'role', 'name', 'email']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  filterField: z.enum(['id', 'userId', 'teamId', 'role', 'name', 'email', 'createdAt', 'hasSecondFactor']).optional(),
  filterOperator: z.enum(operators).default('eq'),
  filterValue: z.union([z.string().transform((value) => [value]), z.array(z.string()).max(100)]).default(['']),
  secondFactors: z
    .literal('true')
    .optional()
    .meta({ description: 'Not in better-auth: return `hasSecondFactor`, null unless the caller is an owner or admin' }),
})
type MemberList = z.infer<typeof memberListQuery>

/** Times can be compared, but not searched. */
export function isFilter({ filterField, filterOperator, filterValue }: MemberList): boolean {
  if (filterField === 'hasSecondFactor') return filterOperator === 'eq' && /^(true|false)$/.test(filterValue.join())
  return filterField !== 'createdAt' || (filterOperator in comparisons && filterValue.every(isTime))
}

const textKey = (column: string): Key => ({ column, type: 'text' })
const joined = byTime('m', 'createdAt')

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

const someWhere = (condition: Fragment): Fragment =>
  sql`(select m.* from "member" m where ${fixed(inOrganization.condition('m'))} and ${condition}) m`
const ofTeam = (teamId: string): Fragment =>
  sql`(select m.* from ${fixed(teamMembers)} m where ${fixed(inOrganization.condition('m', false))} and m."inTeam" = ${teamId}) m`
const amongSome = (condition: Fragment): Fragment =>
  sql`(select m.* from ${someOf(inOrganization)} m where ${condition}) m`

type FilterField = NonNullable<MemberList['filterField']>

const equalsAny = (field: FilterField, values: readonly string[]): Fragment =>
  sql`(${values.map((value, index) => sql`${fixed(index > 0 ? 'or' : '')} ${equals(field, value)}`)})`

function equals(field: FilterField, value: string): Fragment {
  if (field === 'role') {
    const role = roles.find((name) => name === value)
    return role ? fixed(hasRole('m', role)) : sql`${value} = any (${fixed(rolesOf('m'))})`
  }
  if (field === 'teamId')
    return sql`exists (
      select from "teamMember" c
      where c."organizationId" = m."organizationId" and c."userId" = m."userId" and c."teamId" = ${value})`
  if (field === 'email') return sql`m."userEmail" = ${value}`
  if (field === 'hasSecondFactor') return fixed(hasFactorOf('m', value === 'true', seesFactors('caller')))
  if (field === 'name')
    return sql`(m."userName" = lower(${value}) and (select u."name" from "user" u where u."id" = m."userId") = ${value})`
  return sql`m.${sql(field)} = ${value}`
}

/** Null without a filter. Parts of a text ignore case. */
function memberFilter({
  filterField: field,
  filterOperator: operator,
  filterValue: values,
}: MemberList): Fragment | null {
  const [value = ''] = values
  if (field === undefined || (operator === 'contains' && value === '')) return null
  if (operator === 'contains' && (field === 'name' || field === 'email'))
    return findMembers(inOrganization, value, field)
  if (operator === 'eq' || operator === 'in') {
    if (values.length > 1) return amongSome(equalsAny(field, values))
    return field === 'teamId' ? ofTeam(value) : someWhere(equals(field, value))
  }
  if (operator === 'ne' || operator === 'not_in') return amongSome(sql`${equalsAny(field, values)} is not true`)
  const column = field === 'name' ? sql`m."userName"` : field === 'email' ? sql`m."userEmail"` : sql`m.${sql(field)}`
  if (operator === 'contains') return amongSome(sql`strpos(lower(${column}), lower(${value})) > 0`)
  if (operator === 'starts_with') return amongSome(sql`starts_with(lower(${column}), lower(${value}))`)
  if (operator === 'ends_with') return amongSome(sql`right(lower(${column}), length(${value})) = lower(${value})`)
  const comparison = fixed(comparisons[operator])
  if (field !== 'createdAt') return amongSome(sql`${column} ${comparison} ${value}`)
  // The ten thousand that joined first among those that match, found by the index.
  return sql`(
    select m.* from "member" m
    where ${fixed(inOrganization.condition('m'))} and m."createdAt" ${comparison} ${value}::timestamptz
    order by m."createdAt", m."id" limit ${maxCounted}) m`
}

/** Expects `"organization" o` and `"member" caller`. */
export function membersOfOrganization(list: MemberList): RestList {
  const filtered = memberFilter(list)
  const isTeam = list.filterField === 'teamId' && list.filterOperator === 'eq' && list.filterValue.length === 1
  const total = isTeam
    ? sql`coalesce((select "memberCount" from "team" t where t."id" = ${list.filterValue[0] ?? ''} and t."organizationId" = o."id"), 0)`
    : filtered
      ? sql`(select count(*) from (select from ${filtered} limit ${maxCounted}) c)`
      : sql`o."memberCount"`
  return {
    columns: list.secondFactors ? sql`${memberColumns}, ${fixed(shownFactor)}` : memberColumns,
    from: sql`${filtered ?? sql`"member" m`} join "user" u on u."id" = m."userId"`,
    where: inOrganization.condition('m', filtered === null),
    order: memberOrder(list),
    counted: { name: 'members', total },
  }
}
