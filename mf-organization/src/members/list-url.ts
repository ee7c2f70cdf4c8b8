import { useSearchParams } from 'kit'
import type { MemberOrder, Role } from '../generated/graphql.ts'

export const ROLES: Role[] = ['OWNER', 'ADMIN', 'MEMBER']

/** By the value of `sort` in the URL, which omits the default. */
export const ORDERS = {
  name: { field: 'NAME', direction: 'ASC' },
  '-name': { field: 'NAME', direction: 'DESC' },
  '-joined': { field: 'CREATED_AT', direction: 'DESC' },
  joined: { field: 'CREATED_AT', direction: 'ASC' },
} as const satisfies Record<string, MemberOrder>
export type Order = keyof typeof ORDERS

const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(ORDERS, text)

/** Malformed values count as absent. */
export interface ListUrl {
  query: string
  role: Role | null
  team: string | null
  order: Order
  /** Cursors of the members page. */
  after: string | null
  before: string | null
  allInvitations: boolean
}

type Changes = Partial<Record<'q' | 'role' | 'team' | 'sort' | 'after' | 'before' | 'invitations', string | null>>

/** Keeps filters, sorting and page in the URL, so that they survive reloads and can be linked. */
export function useListUrl(): [ListUrl, change: (changes: Changes, options?: { replace: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const order = params.get('sort')
  const address: ListUrl = {
    query: params.get('q')?.trim().slice(0, 255) ?? '',
    role: ROLES.find((role) => role.toLowerCase() === params.get('role')) ?? null,
    team: params.get('team') || null,
    order: isOrder(order) ? order : 'name',
    after: params.get('after'),
    before: params.get('before'),
    allInvitations: params.get('invitations') === 'all',
  }
  const change = (changes: Changes, options?: { replace: boolean }) => {
    setParams((before) => {
      // Changed filters start at the first page.
      const next = new URLSearchParams(before)
      if (!('invitations' in changes)) for (const page of ['after', 'before']) next.delete(page)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, options)
  }
  return [address, change]
}
