import { defaultPage, maxPageSize } from 'contract/graphql/limits.ts'
import { z } from 'zod'
import { badUserInput } from '../errors.ts'

/** The arguments of every connection (https://relay.dev/graphql/connections.htm#sec-Arguments). */
export const pageArguments = z.object({
  first: z.number().nullish(),
  after: z.string().nullish(),
  last: z.number().nullish(),
  before: z.string().nullish(),
})
export type PageArguments = z.infer<typeof pageArguments>

export interface Page<T> {
  readonly items: T[]
  readonly hasMore: boolean
  readonly startCursor?: string | null
  readonly endCursor?: string | null
  readonly cursors?: readonly string[] | null
  readonly total?: number | null
}

export interface Connection<T> {
  readonly page: Page<T>
  readonly args: PageArguments
}

export function connectionOf<A, B>(
  page: Page<A> | undefined,
  args: PageArguments,
  map: (item: A) => B,
): Connection<B> | null {
  return page ? { page: { ...page, items: page.items.map(map) }, args } : null
}

export function parsePage({ first, last, after, before }: PageArguments) {
  if (first != null && last != null) throw badUserInput('Use `first` or `last`, not both.')
  const size = sizeOf(first ?? last)
  return {
    ...(last == null ? { first: size } : { last: size }),
    ...(after == null ? {} : { after }),
    ...(before == null ? {} : { before }),
  }
}

/** Also for lists with an argument `first`. */
export function sizeOf(given: number | null | undefined): number {
  const size = given ?? defaultPage
  if (size < 0 || size > maxPageSize) throw badUserInput(`A page has 0 to ${maxPageSize} items, not ${size}.`)
  return size
}

/** For connections that do not count. */
export const pageResolvers = {
  nodes: <T>({ page }: Connection<T>) => page.items,
  edges: <T>({ page }: Connection<T>) =>
    page.items.map((node, index) => ({ node, cursor: page.cursors?.[index] ?? '' })),
  pageInfo: <T>({ page, args }: Connection<T>) => ({
    hasNextPage: args.last == null ? page.hasMore : args.before != null,
    hasPreviousPage: args.last == null ? args.after != null : page.hasMore,
    startCursor: page.startCursor ?? page.cursors?.[0] ?? null,
    endCursor: page.endCursor ?? page.cursors?.at(-1) ?? null,
  }),
}

export const connectionResolvers = { ...pageResolvers, totalCount: <T>({ page }: Connection<T>) => page.total ?? 0 }
