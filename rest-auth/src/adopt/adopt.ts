import { transaction, type Context } from '../context.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { beginCopy, copiedTables, copyTable, countRows, ownSchema, withoutKeys } from './copy.sql.ts'
import { findDoubles, findLosses, type Loss, type Protection } from './losses.sql.ts'
import { movePictures } from './move-pictures.ts'
import { findOldTables, type OldTables } from './old-tables.sql.ts'

interface Adoption {
  /** Where the old tables are, in the same database. */
  schema: string
  /** The time zone of times without one, such as `Europe/Berlin`. */
  timeZone: string
  accepted: readonly Protection[]
  tell: (line: string) => void
}

/**
 * Copies a better-auth database from another schema into this one, in one transaction, and creates the tables here if they
 * do not exist. Lists first what will not come over.
 * @throws in plain words if nothing was copied: missing tables, rows that are here already, protections that are not accepted
 */
export async function adopt(ctx: Context, { schema, timeZone, accepted, tell }: Adoption): Promise<void> {
  if (schema === (await ownSchema(ctx)))
    throw new Error(
      `Nothing was copied: "${schema}" is for rest-auth's own tables. Move the old ones to another schema first.`,
    )
  await migrateDatabase(ctx.database, { info: tell, warn: tell })
  await transaction(ctx, async (tx) => {
    await beginCopy(tx, timeZone)
    const rows = await countRows(tx, '"user"')
    if (rows > 0)
      throw new Error(`Nothing was copied: there are ${rows} users here already, and adopt wants empty tables.`)
    const tables = await findOldTables(tx, schema)
    refuse(await tellLosses(tx, tables, tell), accepted)
    await withoutKeys(tx, async () => {
      for (const table of copiedTables) {
        const old = tables.found.get(table)
        if (old) tell(`${table}: ${await copyTable(tx, tables, table)} of ${await countRows(tx, old.sql)} rows`)
      }
    })
    await movePictures(tx, tell)
  })
}

/** Lists what would not come over from a better-auth database, and changes nothing. */
export async function tellOnly(ctx: Context, { schema, tell }: Pick<Adoption, 'schema' | 'tell'>): Promise<void> {
  await tellLosses(ctx, await findOldTables(ctx, schema), tell)
}

async function tellLosses(ctx: Context, tables: OldTables, tell: Adoption['tell']): Promise<Loss[]> {
  const doubles = await findDoubles(ctx, tables)
  if (doubles.length > 0)
    throw new Error(
      `Nothing was copied: these differ only in their case; change all but one of each: ${doubles.join(', ')}`,
    )
  const losses = await findLosses(ctx, tables)
  tell(losses.length > 0 ? 'What does not come over:' : 'Everything comes over.')
  for (const { what, rows, protection } of losses) tell(`  ${what}: ${rows}${protection ? ` (${protection})` : ''}`)
  return losses
}

function refuse(losses: readonly Loss[], accepted: readonly Protection[]): void {
  const lost = losses.filter(({ protection }) => protection && !accepted.includes(protection))
  if (lost.length === 0) return
  const names = [...new Set([...accepted, ...lost.flatMap(({ protection }) => protection ?? [])])]
  const list = lost.map(({ protection, what, rows }) => `${protection} (${what}: ${rows})`).join(', ')
  throw new Error(
    `Nothing was copied: these would not protect any more: ${list}. To copy all the same, accept that: --accept ${names.join(',')}`,
  )
}
