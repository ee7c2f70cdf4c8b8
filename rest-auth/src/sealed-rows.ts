import { findAccountsWithTokens } from './account/account.sql.ts'
import type { Context } from './context.ts'
import { openKeys, readSigningKeys } from './signed-token/signing-key.ts'
import { readTokens } from './social/stored-tokens.ts'
import { openIfPossible } from './two-factor/secret.ts'
import { findFactorsAfter } from './two-factor/two-factor.sql.ts'

const maxAccounts = 1000
const columns = ['accessToken', 'refreshToken', 'idToken'] as const

/** A lost or mistyped AUTH_SECRET otherwise shows only as signed-out users. */
export async function warnOfSealedRows(ctx: Context): Promise<void> {
  const [stored, opened] = [await readSigningKeys(ctx), await openKeys(ctx)]
  const accounts = await findAccountsWithTokens(ctx, maxAccounts)
  const sealed = accounts.filter((account) => {
    const tokens = readTokens(ctx, account)
    return columns.some((column) => account[column] !== null && tokens[column] === undefined)
  })
  const factors = (await findFactorsAfter(ctx, '', maxAccounts)).filter(
    (factor) => openIfPossible(ctx, factor) === null,
  )
  const rows = stored.length - opened.length + sealed.length + factors.length
  if (rows > 0) ctx.log.warn({ rows }, 'sealed rows cannot be opened, AUTH_SECRET may be wrong')
}
