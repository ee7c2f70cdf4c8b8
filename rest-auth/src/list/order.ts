import { z } from 'zod'
import { parseJson } from '../http/json-body.ts'

export interface Key {
  readonly column: string
  readonly type: 'timestamptz' | 'text' | 'boolean' | 'bigint'
}

/** Keys for a list by a time. */
export const byTime = (alias: string, column: string): readonly Key[] => [
  { column: `${alias}."${column}"`, type: 'timestamptz' },
  { column: `${alias}."id"`, type: 'text' },
]

/** The last key must be unique. Needs an index. */
export interface Order {
  readonly keys: readonly Key[]
  readonly descending?: boolean | undefined
}

/** Bounds of all values. U+10FFFF is the last code point and not used in text. */
export const ends = {
  timestamptz: ['-infinity', 'infinity'],
  text: ['', '\u{10FFFF}'.repeat(64)],
  boolean: ['false', 'true'],
  bigint: ['0', '9223372036854775807'],
} as const satisfies Record<Key['type'], readonly [string, string]>

/** Lossless: PostgreSQL parses the text to the same value. */
export const keyText = {
  timestamptz: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  text: (column: string) => column,
  boolean: (column: string) => `${column}::text`,
  bigint: (column: string) => `${column}::text`,
} as const satisfies Record<Key['type'], (column: string) => string>

export const cursor = z
  .string()
  .max(2000)
  .transform((text) => parseJson(Buffer.from(text, 'base64').toString()))
  .pipe(z.array(z.string()))

/** Whether PostgreSQL can parse the time. */
export const isTime = (text: string): boolean =>
  text.length <= 27 && text > '0001' && z.iso.datetime().safeParse(text).success

const isOfType: Record<Key['type'], (text: string) => boolean> = {
  timestamptz: isTime,
  text: () => true,
  boolean: (text) => text === 'true' || text === 'false',
  bigint: (text) => /^\d{1,18}$/.test(text),
}

export const isPlace = ({ keys }: Order, place: readonly string[]): boolean =>
  place.length === keys.length && keys.every(({ type }, index) => isOfType[type](place[index] ?? ''))

export const listCursor = cursor
  .optional()
  .meta({ description: 'The `Next-Cursor` header of the previous page. The last page has none.' })

export const listQuery = (order: Order) => ({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: listCursor.refine((place) => place === undefined || isPlace(order, place)),
})
