import { fixed, onlyRow, sql, type Fragment } from 'database/sql.ts'
import { z } from 'zod'
import { jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { listColumn, type RestList } from '../list/list.sql.ts'
import { byTime, cursor, isPlace, isTime, type Key, type Order } from '../list/order.ts'
import { userRoles, userSchema } from '../user/user.ts'

/** Totals stop here. */
const maxCounted = 10_000
/** Searches for a part stop here. */
const maxFound = 1000
/** Users in which a single character is searched for. */
const maxScanned = 10_000
const maxOffset = 10_000

// The expressions of the indexes.
const email = 'u."email" collate "C"'
const name = 'lower(left(u."name", 200)) collate "C"'
const username = `coalesce(u."username", '') collate "C"`
const keyed = (column: string): readonly Key[] => [
  { column, type: 'text' },
  { column: 'u."id"', type: 'text' },
]
const keys = {
  createdAt: byTime('u', 'createdAt'),
  email: keyed(email),
  name: keyed(name),
  username: keyed(username),
} satisfies Record<string, readonly Key[]>

const orderOf = ({ sortBy, sortDirection }: { sortBy: keyof typeof keys; sortDirection: 'asc' | 'desc' }): Order => ({
  keys: keys[sortBy],
  descending: sortDirection === 'desc',
})

const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const
type Comparison = keyof typeof comparisons
const isComparison = (operator: string): operator is Comparison => Object.hasOwn(comparisons, operator)

const equals = (column: string) => (value: string) => sql`${fixed(`u."${column}" =`)} ${value}`
const truth = z.enum(['true', 'false'])
const isTrue = (column: string) => (value: string) => fixed(`${value === 'true' ? '' : 'not '}u."${column}"`)

/** For `eq`. The text of the last three matches partial indexes. */
const filters = {
  id: { form: z.string(), condition: equals('id') },
  email: { form: z.string(), condition: (value) => equals('email')(value.toLowerCase()) },
  username: { form: z.string(), condition: (value) => equals('username')(value.toLowerCase()) },
  role: { form: z.enum(userRoles), condition: (value) => fixed(`u."role" = '${value === 'admin' ? value : 'user'}'`) },
  banned: { form: truth, condition: isTrue('banned') },
  emailVerified: { form: truth, condition: isTrue('emailVerified') },
} satisfies Record<string, { form: z.ZodType; condition: (value: string) => Fragment }>

const text = z.string().max(254)
export const listUsersQuery = z
  .object({
    searchValue: text.optional(),
    searchField: z.enum(['email', 'name']).default('email'),
    searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).default('contains'),
    limit: z.coerce.number().int().min(1).max(100).optional(),
    offset: z.coerce.number().int().min(0).max(maxOffset).optional(),
    cursor: cursor
      .optional()
      .meta({ description: 'Not in better-auth: the `Next-Cursor` header of the previous page' }),
    sortBy: z.enum(['createdAt', 'email', 'name', 'username']).default('createdAt'),
    sortDirection: z.enum(['asc', 'desc']).default('asc'),
    filterField: z.enum(['id', 'email', 'username', 'role', 'banned', 'emailVerified', 'createdAt']).default('email'),
    filterOperator: z.enum(['eq', 'lt', 'lte', 'gt', 'gte']).default('eq'),
    filterValue: text.optional(),
  })
  .refine(({ cursor: place, ...order }) => place === undefined || isPlace(orderOf(order), place))
  .refine(({ filterField, filterOperator, filterValue }) => {
    if (filterValue === undefined) return true
    if (filterField === 'createdAt') return isComparison(filterOperator) && isTime(filterValue)
    return filterOperator === 'eq' && filters[filterField].form.safeParse(filterValue).success
  })
type ListUsers = z.infer<typeof listUsersQuery>

function filterOf({ filterField, filterOperator, filterValue }: ListUsers): Fragment {
  if (filterValue === undefined) return fixed('true')
  if (filterField !== 'createdAt') return filters[filterField].condition(filterValue)
  const comparison = isComparison(filterOperator) ? comparisons[filterOperator] : '='
  return sql`${fixed(`u."createdAt" ${comparison}`)} ${filterValue}::timestamptz`
}

const isForPart = ({ searchValue, searchOperator }: ListUsers): boolean =>
  Boolean(searchValue) && searchOperator !== 'starts_with'

const soughtColumn = ({ searchField }: ListUsers): Fragment => fixed(searchField === 'email' ? email : name)

/** Ignores case. */
function usersOf(query: ListUsers): Fragment {
  const { searchValue = '', searchField, searchOperator, sortBy } = query
  const sought = searchValue.toLowerCase()
  const column = soughtColumn(query)
  const filter = filterOf(query)
  if (sought === '') return sql`(select u.* from "user" u where ${filter}) u`
  if (!isForPart(query)) {
    // In another order, the whole table could be read for one.
    const some = sortBy === searchField ? fixed('') : sql`order by ${column} limit ${maxCounted}`
    return sql`(
      select u.* from "user" u
      where ${column} >= ${sought} and ${column} < ${`${sought}\u{10FFFF}`} and ${filter} ${some}) u`
  }
  const some =
    Array.from(sought).length > 1
      ? sql`"user" u where "member_pairs"('', u."email", lower(left(u."name", 200))) @> "member_pairs"('', ${sought}::text)`
      : fixed(`(select * from "user" f order by f."createdAt", f."id" limit ${maxScanned}) u where true`)
  const matches =
    searchOperator === 'contains'
      ? sql`strpos(${column}, ${sought}) > 0`
      : sql`right(${column}, length(${sought})) = ${sought}`
  return sql`(select u.* from ${some} and ${matches} and ${filter} limit ${maxFound}) u`
}

/** Where a search for a beginning starts in its own order: PostgreSQL would read the index up to there. */
function startOf({ searchValue, searchField, sortBy, sortDirection }: ListUsers): string[] | undefined {
  if (!searchValue || sortBy !== searchField) return undefined
  const sought = searchValue.toLowerCase()
  return [sortDirection === 'asc' ? sought : `${sought}\u{10FFFF}`, '']
}

/** For `sendList`. */
export async function findUsers({ db }: Context, query: ListUsers): Promise<string> {
  const { limit = 100, offset } = query
  const place = query.cursor ?? (isForPart(query) ? undefined : startOf(query))
  const found = usersOf(query)
  // The order lets PostgreSQL count in the index alone.
  const inOrder = query.searchValue && !isForPart(query) ? sql`order by ${soughtColumn(query)}` : fixed('')
  const mark = isForPart(query) ? sql`, case when count(*) = ${maxFound} then ',"searchStopped":true' end` : fixed('')
  const users: RestList = {
    columns: jsonColumns(userSchema, 'u'),
    from: found,
    where: 'true',
    order: orderOf(query),
    counted: {
      name: 'users',
      total: sql`(select concat(count(*)${mark}) from (select from ${found} ${inOrder} limit ${maxCounted}) c)`,
    },
  }
  const { page } = await onlyRow(
    db.read<{ page: string }[]>`select ${listColumn(users, { limit, offset, cursor: place })} as "page"`,
  )
  // better-auth returns what was asked for, if anything.
  const asked = JSON.stringify({ limit: query.limit, offset: offset || undefined })
  return asked === '{}' ? page : `${page.slice(0, -1)},${asked.slice(1)}`
}
