import type { Context } from '../context.ts'
import { readColumns, type ReadTable, readTables } from './read-columns.ts'

export interface OldColumn {
  readonly name: string
  readonly isBoolean: boolean
}

interface OldTable {
  readonly name: string
  readonly sql: string
  readonly columns: readonly OldColumn[]
}

/** `unread` columns are not copied. `rows` is a query with better-auth's column names. */
interface FoundTable extends OldTable {
  readonly unread: readonly OldColumn[]
  readonly rows: string
}

export interface OldTables {
  readonly found: ReadonlyMap<ReadTable, FoundTable>
  readonly others: readonly OldTable[]
  /** A query for the rows of a table, which is empty if the table is missing. */
  readonly rowsOf: (table: ReadTable) => string
}

/** Table and column names may be singular or plural, in camel case or snake case. */
export async function findOldTables(ctx: Context, schema: string): Promise<OldTables> {
  const all = await listTables(ctx, schema)
  const others = new Set(all)
  const found = new Map<ReadTable, FoundTable>()
  for (const table of readTables) {
    const [first, second] = all.filter(({ name }) => [plain(table), `${plain(table)}s`].includes(plain(name)))
    if (second)
      throw new Error(`Both "${first?.name}" and "${second.name}" could be the table "${table}". Rename one of them.`)
    if (!first) continue
    others.delete(first)
    found.set(table, readTable(table, first))
  }
  if (found.size === 0) throw new Error(await nothingFound(ctx, schema, all))
  const needed: ReadTable[] = ['user', 'account', ...(found.has('organization') ? (['member'] as const) : [])]
  const missing = needed.filter((table) => !found.has(table))
  if (missing.length > 0)
    throw new Error(
      `The schema "${schema}" has no table ${listOf(missing)}, only ${listOf(all.map(({ name }) => name))}. Rename the matching one.`,
    )
  return { found, others: [...others], rowsOf: (table) => found.get(table)?.rows ?? `${rowsOf(table, [])} where false` }
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const listOf = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

export const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

async function listTables({ db }: Context, schema: string): Promise<OldTable[]> {
  // Not information_schema, which hides tables of other roles.
  const rows = await db.read<{ table: string; columns: OldColumn[] }[]>`
    select c."relname" as "table", json_agg(
      json_build_object('name', a."attname", 'isBoolean', a."atttypid" = 'boolean'::regtype) order by a."attnum") as "columns"
    from pg_class c join pg_attribute a on a."attrelid" = c."oid"
    where c."relnamespace" = (select "oid" from pg_namespace where "nspname" = ${schema})
      and c."relkind" in ('r', 'p', 'f') and not c."relispartition" and a."attnum" > 0 and not a."attisdropped"
    group by c."relname" order by c."relname"`
  return rows.map(({ table, columns }) => ({ name: table, sql: `${quote(schema)}.${quote(table)}`, columns }))
}

const columnOf = (columns: readonly OldColumn[], name: string): OldColumn | undefined =>
  columns.find((column) => plain(column.name) === plain(name))

function readTable(table: ReadTable, old: OldTable): FoundTable {
  const [needed, other] = readColumns[table]
  const missing = needed.filter((name) => !columnOf(old.columns, name))
  if (missing.length > 0)
    throw new Error(
      `The table "${old.name}" has no column ${listOf(missing)}, only ${listOf(old.columns.map(({ name }) => name))}.`,
    )
  const names = [...needed, ...other]
  return {
    ...old,
    unread: old.columns.filter((column) => !names.some((name) => columnOf([column], name))),
    rows: `${rowsOf(table, old.columns)} from ${old.sql} o`,
  }
}

function rowsOf(table: ReadTable, columns: readonly OldColumn[]): string {
  const list = readColumns[table].flat().map((name) => {
    const column = columnOf(columns, name)
    return `${column ? `o.${quote(column.name)}` : 'null'}::${typeOf(name)} as "${name}"`
  })
  return `select ${list.join(', ')}`
}

function typeOf(name: string): string {
  if (/At$|^banExpires$/.test(name)) return 'timestamptz'
  return /^(emailVerified|banned|verified|twoFactorEnabled)$/.test(name) ? 'boolean' : 'text'
}

async function nothingFound({ db }: Context, schema: string, there: readonly OldTable[]): Promise<string> {
  const elsewhere = await db.read<{ schema: string }[]>`
    select distinct n."nspname" as "schema" from pg_class c join pg_namespace n on n."oid" = c."relnamespace"
    where c."relkind" in ('r', 'p', 'f') and replace(lower(c."relname"), '_', '') in ('user', 'users', 'account', 'accounts')
    order by 1`
  const tables = there.length > 0 ? `There are ${listOf(there.map(({ name }) => name))}.` : 'It is empty.'
  const hint = elsewhere.length > 0 ? ` Similar tables are in ${listOf(elsewhere.map((row) => row.schema))}.` : ''
  return `The schema "${schema}" has no tables of a better-auth server. ${tables}${hint}`
}
