import { useSearchParams } from 'kit'
import type { MemberOrder } from '../generated/graphql.ts'

/** By the value of `sort` in the URL, which omits the default. */
export const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  '-name': { field: 'NAME', direction: 'DESC' },
  '-joined': { field: 'CREATED_AT', direction: 'DESC' },
  joined: { field: 'CREATED_AT', direction: 'ASC' },
} as const satisfies Record<string, MemberOrder>
export type Order = keyof typeof ORDERS

export const PAGE_SIZE = 50

/** From this total on, lists have search, filters and sorting. */
export const MIN_ENTRIES_FOR_CONTROLS = 8

const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(ORDERS, text)

/** Malformed values count as absent. */
export interface ListUrl {
  query: string
  role: string | null
  team: string | null
  /** Whether members have a second factor. */
  factor: 'some' | 'none' | null
  order: Order
  /** Cursors of the members page. */
  after: string | null
  before: string | null
  /** The number of the first member of the page, if known. */
  from: number | null
  isInvitations: boolean
}

export const isFiltered = ({ query, role, team, factor }: ListUrl): boolean => Boolean(query || role || team || factor)

type Name = 'q' | 'role' | 'team' | 'factor' | 'sort' | 'after' | 'before' | 'from' | 'invitations'
type Changes = Partial<Record<Name, string | null>>

/** Keeps filters, sorting and page in the URL, so that they survive reloads and can be linked. */
export function useListUrl(): [ListUrl, change: (changes: Changes, options?: { replace: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const order = params.get('sort')
  const factor = params.get('factor')
  const [after, before] = [params.get('after'), params.get('before')]
  const address: ListUrl = {
    query: params.get('q')?.trim().slice(0, 255) ?? '',
    role: params.get('role')?.toLowerCase().slice(0, 255) || null,
    team: params.get('team') || null,
    factor: factor === 'some' || factor === 'none' ? factor : null,
    order: isOrder(order) ? order : 'name',
    after,
    before,
    from: after || before ? Number(/^\d{1,9}$/.exec(params.get('from') ?? '')) || null : 1,
    isInvitations: params.get('invitations') === 'all',
  }
  const change = (changes: Changes, options?: { replace: boolean }) => {
    setParams((old) => {
      // Changed filters start at the first page.
      const next = new URLSearchParams(old)
      if (!('invitations' in changes)) for (const page of ['after', 'before', 'from']) next.delete(page)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, options)
  }
  return [address, change]
}
