import { z } from 'zod'
import { holdsNul } from '../http/request-body.ts'

/** A column that orders a list, as SQL. */
export interface Key {
  readonly column: string
  readonly type: 'timestamptz' | 'text' | 'boolean'
}

/** The keys of a list, the last of which is unique, all in one direction. An index has to serve them. */
export interface Order {
  readonly keys: readonly Key[]
  readonly descending?: boolean | undefined
}

/** Before and after every value. No character follows this one; it stands in no text that people write. */
export const ends = {
  timestamptz: ['-infinity', 'infinity'],
  text: ['', '\u{10FFFF}'.repeat(64)],
  boolean: ['false', 'true'],
} as const satisfies Record<Key['type'], readonly [string, string]>

/** The text of a value, from which PostgreSQL makes the same one. */
export const keyText = {
  timestamptz: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  text: (column: string) => column,
  boolean: (column: string) => `${column}::text`,
} as const satisfies Record<Key['type'], (column: string) => string>

/** A cursor: the texts of the keys of a row, as JSON in Base64. */
export const cursor = z
  .string()
  .max(2000)
  .transform((text) => parseJson(Buffer.from(text, 'base64').toString()))
  .pipe(z.array(z.string()))

/** Whether the text is a time that PostgreSQL reads. */
export const isTime = (text: string): boolean =>
  text.length <= 27 && text > '0001' && z.iso.datetime().safeParse(text).success

const isOfType: Record<Key['type'], (text: string) => boolean> = {
  timestamptz: isTime,
  text: () => true,
  boolean: (text) => text === 'true' || text === 'false',
}

/** Whether a cursor is one of a list in this order. */
export const isPlace = ({ keys }: Order, place: readonly string[]): boolean =>
  place.length === keys.length && keys.every(({ type }, index) => isOfType[type](place[index] ?? ''))

/** Where a page of a REST list starts; it has to be checked against the order of the list. */
export const listCursor = cursor
  .optional()
  .meta({ description: 'The header `Next-Cursor` of the page before, which the last one does not have.' })

/** The parameters of REST lists that have one order. */
export const listQuery = (order: Order) => ({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: listCursor.refine((place) => place === undefined || isPlace(order, place)),
})

export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return holdsNul(value) ? undefined : value
  } catch {
    return undefined
  }
}
