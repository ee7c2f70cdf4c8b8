import { badUserInput } from '../errors.ts'
import { parsePage, type Page, type PageArguments } from './connection.ts'

/**
 * A page of a list that is here as a whole. `placeOf` is what the list is ordered by, largest first; cursors are made of it,
 * so they hold when items come and go. Throws BAD_USER_INPUT.
 */
export function pageOfList<T>(list: readonly T[], args: PageArguments, placeOf: (item: T) => string): Page<T> {
  const { first, last, after, before } = parsePage(args)
  const [top, bottom] = [after && parseCursor(after), before && parseCursor(before)]
  const between = list
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
    .filter((item) => (!top || placeOf(item) < top) && (!bottom || placeOf(item) > bottom))
  const items = last === undefined ? between.slice(0, first) : between.slice(-last)
  const cursors = items.map((item) => Buffer.from(placeOf(item)).toString('base64url'))
  return {
    items,
    cursors,
    hasMore: between.length > items.length,
    startCursor: cursors[0],
    endCursor: cursors.at(-1),
    total: list.length,
  }
}

function parseCursor(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString()
  if (place === '') throw badUserInput('This is no cursor of this list.')
  return place
}
