import { fixed } from 'database/sql.ts'
import { findAccountsWithTokens } from './account/account.sql.ts'
import type { Context } from './context.ts'
import { decrypt, encrypt } from './crypto/encryption.ts'
import { repeat, type Repetition } from './repeat.ts'
import { openKeys, readSigningKeys } from './signed-token/signing-key.ts'
import { readTokens } from './social/stored-tokens.ts'
import { factorPurpose } from './two-factor/secret.ts'
import { webhookPurpose } from './webhook/secret.ts'

const maxRows = 1000
const batch = 500
const day = 86_400_000
const columns = ['accessToken', 'refreshToken', 'idToken'] as const

/** A table with secrets that never change by themselves. */
interface SealedTable {
  readonly what: string
  readonly table: string
  readonly key: string
  readonly purposeOf: (key: string) => string
}
export const factors = { what: 'second factors', table: 'twoFactor', key: 'userId', purposeOf: factorPurpose }
export const webhooks = { what: 'webhooks', table: 'webhook', key: 'id', purposeOf: webhookPurpose }
const tables: readonly SealedTable[] = [factors, webhooks]

interface SealedRow {
  readonly key: string
  readonly secret: string
}

function findSealed({ db }: Context, { table, key }: SealedTable, after: string, limit: number): Promise<SealedRow[]> {
  const column = fixed(`"${key}"`)
  return db.read`
    select ${column} as "key", "secret" from ${fixed(`"${table}"`)} where ${column} > ${after} order by ${column} limit ${limit}`
}

/** A lost or mistyped AUTH_SECRET otherwise shows only as signed-out users. */
export async function warnOfSealedRows(ctx: Context): Promise<void> {
  const [stored, opened] = [await readSigningKeys(ctx), await openKeys(ctx)]
  const accounts = await findAccountsWithTokens(ctx, maxRows)
  const sealed = accounts.filter((account) => {
    const tokens = readTokens(ctx, account)
    return columns.some((column) => account[column] !== null && tokens[column] === undefined)
  })
  let rows = stored.length - opened.length + sealed.length
  for (const table of tables) {
    const found = await findSealed(ctx, table, '', maxRows)
    rows += found.filter(({ key, secret }) => decrypt(ctx.config.secrets, table.purposeOf(key), secret) === null).length
  }
  if (rows > 0) ctx.log.warn({ rows }, 'sealed rows cannot be opened, AUTH_SECRET may be wrong')
}

/** Otherwise they would be lost once a former AUTH_SECRET is removed. */
export const startResealing = (ctx: Context): Repetition[] =>
  tables.map((table) => {
    let last = ''
    return repeat(ctx, `resealing of ${table.what}`, day, async () => {
      if (ctx.config.secrets.length === 1) return false
      last = await resealAfter(ctx, table, last)
      return last !== ''
    })
  })

/** Returns the last key of the batch, or '' after the end. */
export async function resealAfter(ctx: Context, table: SealedTable, last: string): Promise<string> {
  const { secrets } = ctx.config
  const rows = await findSealed(ctx, table, last, batch)
  for (const row of rows) {
    const purpose = table.purposeOf(row.key)
    if (decrypt([secrets[0]], purpose, row.secret) !== null) continue
    const secret = decrypt(secrets, purpose, row.secret)
    if (secret !== null) await replaceSecret(ctx, table, row, encrypt(secrets, purpose, secret))
  }
  return rows.length === batch ? (rows.at(-1)?.key ?? '') : ''
}

/** Does nothing if it was replaced meanwhile. */
async function replaceSecret({ db }: Context, { table, key }: SealedTable, row: SealedRow, next: string) {
  await db.write`
    update ${fixed(`"${table}"`)} set "secret" = ${next}
    where ${fixed(`"${key}"`)} = ${row.key} and "secret" = ${row.secret}`
}
