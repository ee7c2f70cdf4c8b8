import type { useListUrl } from '../use-list-url.ts'

/** By `by` in the URL. Exact and prefix searches have the order of their index. */
const searches = {
  '': { searchField: 'email', searchOperator: 'starts_with', sortBy: 'email' },
  name: { searchField: 'name', searchOperator: 'starts_with', sortBy: 'name' },
  'part-of-email': { searchField: 'email', searchOperator: 'contains' },
  'part-of-name': { searchField: 'name', searchOperator: 'contains' },
  username: { filterField: 'username' },
  id: { filterField: 'id' },
} as const

/** By `show` in the URL. */
const filters = {
  '': {},
  banned: { filterField: 'banned', filterValue: 'true' },
  unverified: { filterField: 'emailVerified', filterValue: 'false' },
  administrators: { filterField: 'role', filterValue: 'admin' },
} as const

/** By `sort` in the URL. */
const orders = {
  '': { sortBy: 'createdAt', sortDirection: 'desc' },
  oldest: { sortBy: 'createdAt', sortDirection: 'asc' },
  email: { sortBy: 'email', sortDirection: 'asc' },
  name: { sortBy: 'name', sortDirection: 'asc' },
} as const

export type Search = keyof typeof searches
export type Filter = keyof typeof filters | 'since'
export type Order = keyof typeof orders

const has = <Name extends string>(known: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(known, name)
const choice = <Name extends string>(known: Readonly<Record<Name | '', unknown>>, name: string) =>
  has(known, name) ? name : ''

/** Malformed values count as absent. One filter at a time, as the call has it. */
export function readPeopleUrl({ get, query }: Pick<ReturnType<typeof useListUrl>, 'get' | 'query'>) {
  const text = get('q').trim().slice(0, 254)
  const [by, order, since] = [choice(searches, get('by')), choice(orders, get('sort')), startOf(get('since'))]
  const search = searches[by]
  const isExact = 'filterField' in search
  const filter: Filter = isExact && text ? '' : get('show') === 'since' ? 'since' : choice(filters, get('show'))
  const wanted = {
    ...query,
    ...orders[order],
    ...(filter !== 'since' && filters[filter]),
    ...(filter === 'since' &&
      since && { filterField: 'createdAt' as const, filterOperator: 'gte' as const, filterValue: since }),
    ...(text && search),
    ...(text && (isExact ? { filterValue: text } : { searchValue: text })),
    ...(text && 'sortBy' in search && { sortDirection: 'asc' as const }),
  }
  return { text, by, order, filter, since: get('since'), isExact, isSorted: !(text && 'sortBy' in search), wanted }
}

/** The start of a day like `2026-11-26`, in the time zone of the browser. */
function startOf(day: string): string | null {
  const date = new Date(`${day}T00:00`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
