import postgres from 'postgres'

export type Fragment = postgres.PendingQuery<postgres.Row[]>

const arrayText = (values: unknown): string =>
  Array.isArray(values)
    ? `{${values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`
    : String(values)
const arrayType = (oid: number) => ({ to: oid, from: [], serialize: arrayText, parse: String })
// The array types of text, int, bigint, varchar and regclass.
const types = Object.fromEntries([1009, 1007, 1016, 1015, 2210].map((oid) => [`array${oid}`, arrayType(oid)]))
export const clientOptions = {
  max: 1,
  fetch_types: false,
  connect_timeout: 0,
  max_lifetime: null,
  onnotice: () => {},
  types,
}

/** The code relies on these. Roles and databases may have others, for instance a European DateStyle. */
export const ownSettings = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
}

/** Makes fragments: conditions, names, rows, JSON. Never connects: awaiting a fragment fails. */
export const sql = postgres(clientOptions)
void sql.end()

const texts = new Map<string, Fragment>()

/** Only for texts without user input. Cached forever, so only for a bounded number of texts. */
export function fixed(text: string): Fragment {
  const known = texts.get(text) ?? sql.unsafe(text)
  texts.set(text, known)
  return known
}

export async function firstRow<Row>(rows: Promise<Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null
}

/** For statements that return a row in any case. */
export async function onlyRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows
  if (!row) throw new Error('Expected one row, got none')
  return row
}

/** Whether a statement finds or changes any. */
export async function hasRow(rows: Promise<{ readonly count: number }>): Promise<boolean> {
  return (await rows).count > 0
}
