import postgres from 'postgres'

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

const arrayText = (values: unknown): string =>
  Array.isArray(values)
    ? `{${values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`
    : String(values)
const arrayType = (oid: number) => ({ to: oid, from: [], serialize: arrayText, parse: String })
/** text, int, bigint, varchar and regclass. */
const types = Object.fromEntries([1009, 1007, 1016, 1015, 2210].map((oid) => [`array${oid}`, arrayType(oid)]))
export const clientOptions = {
  max: 1,
  fetch_types: false,
  connect_timeout: 0,
  max_lifetime: null,
  onnotice: () => {},
  types,
}

/** Makes parts of statements: conditions, names, rows, JSON. */
export const sql = postgres(clientOptions)
// Whoever awaits a part gets an error.
void sql.end()

const texts = new Map<string, Fragment>()

/** A part of a text that is composed by the program alone, out of a few: it is kept for good. */
export function fixed(text: string): Fragment {
  const known = texts.get(text) ?? sql.unsafe(text)
  texts.set(text, known)
  return known
}
