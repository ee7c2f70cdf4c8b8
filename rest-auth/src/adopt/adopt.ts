import { transaction, type Context } from '../context.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { adoptFactors } from './adopt-factors.ts'
import { beginCopy, copiedTables, copyTable, countRows, ownSchema, withoutKeys } from './copy.sql.ts'
import { findDuplicates, findLosses, type Loss, type Protection } from './losses.sql.ts'
import { movePictures } from './move-pictures.ts'
import { findOldTables, type OldTables } from './old-tables.sql.ts'

interface Adoption {
  schema: string
  /** For times without a zone, such as `Europe/Berlin`. */
  timeZone: string
  accepted: readonly Protection[]
  print: (line: string) => void
}

/** Copies a better-auth database from another schema in one transaction, or nothing. */
export async function adopt(ctx: Context, { schema, timeZone, accepted, print }: Adoption): Promise<void> {
  if (schema === (await ownSchema(ctx)))
    throw new Error(
      `Nothing was copied: "${schema}" belongs to rest-auth. Move the old tables to another schema first.`,
    )
  await migrateDatabase(ctx.database, { info: print, warn: print })
  await transaction(ctx, async (tx) => {
    await beginCopy(tx, timeZone)
    const rows = await countRows(tx, '"user"')
    if (rows > 0) throw new Error(`Nothing was copied: this database already has ${rows} users. Use an empty database.`)
    const tables = await findOldTables(tx, schema)
    refuse(await printLosses(tx, tables, print), accepted)
    await withoutKeys(tx, async () => {
      for (const table of copiedTables) {
        const old = tables.found.get(table)
        if (old) print(`${table}: ${await copyTable(tx, tables, table)} of ${await countRows(tx, old.sql)} rows`)
      }
    })
    if (tables.found.has('twoFactor')) print(`twoFactor: ${await adoptFactors(tx, tables)} second factors`)
    await movePictures(tx, print)
  })
}

export async function printOnly(ctx: Context, { schema, print }: Pick<Adoption, 'schema' | 'print'>): Promise<void> {
  await printLosses(ctx, await findOldTables(ctx, schema), print)
  print(
    'Sessions continue if AUTH_SECRET is the old secret. If it has a comma or fewer than 32 characters, set it as ADOPTED_SECRET.',
  )
}

async function printLosses(ctx: Context, tables: OldTables, print: Adoption['print']): Promise<Loss[]> {
  const duplicates = await findDuplicates(ctx, tables)
  if (duplicates.length > 0)
    throw new Error(
      `Nothing was copied: these values differ only in case. Change all but one of each: ${duplicates.join(', ')}`,
    )
  const losses = await findLosses(ctx, tables)
  print(losses.length > 0 ? 'Not copied, or changed:' : 'Everything is copied.')
  for (const { what, rows, protection } of losses) print(`  ${what}: ${rows}${protection ? ` (${protection})` : ''}`)
  return losses
}

function refuse(losses: readonly Loss[], accepted: readonly Protection[]): void {
  const lost = losses.filter(({ protection }) => protection && !accepted.includes(protection))
  if (lost.length === 0) return
  const names = [...new Set([...accepted, ...lost.flatMap(({ protection }) => protection ?? [])])]
  const list = lost.map(({ protection, what, rows }) => `${protection} (${what}: ${rows})`).join(', ')
  throw new Error(
    `Nothing was copied: these protections would be lost: ${list}. To copy anyway, add --accept ${names.join(',')}`,
  )
}
