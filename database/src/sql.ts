import postgres from 'postgres'

/** The tag of postgres.js. */
export type Sql = postgres.ISql
/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>
export type Value = Parameters<Sql>[number]

const arrayText = (values: unknown): string =>
  Array.isArray(values)
    ? `{${values.map((value) => (value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join()}}`
    : String(values)
const arrayType = (oid: number) => ({ to: oid, from: [], serialize: arrayText, parse: String })
/** text, int, bigint, varchar and regclass. */
const types = Object.fromEntries([1009, 1007, 1016, 1015, 2210].map((oid) => [`array${oid}`, arrayType(oid)]))
export const clientOptions = { max: 1, fetch_types: false, max_lifetime: null, onnotice: () => {}, types }

/** Makes parts of statements: conditions, names, rows, JSON. */
export const sql = postgres(clientOptions)
// Whoever awaits a part gets an error.
void sql.end()
