import { encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import { z } from 'zod'
import { sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { parseJson } from '../http/json-body.ts'
import { hashBackupCode, seal } from '../two-factor/secret.ts'
import { findOldFactors, type OldFactor } from './copy.sql.ts'
import type { OldTables } from './old-tables.sql.ts'
import { openOld } from './open-old.ts'

const codesSchema = z.array(z.string())

/** As apps have it. The old server took the text as the key, unless it came from elsewhere. */
function readSecret({ config }: Context, { secret }: OldFactor): string | null {
  const text = secret && openOld(config.sessionSecrets, secret)
  if (!text) return null
  return text.startsWith('base32:') ? text.slice(7).toUpperCase() : encodeBase32UpperCaseNoPadding(Buffer.from(text))
}

/** Without those that cannot be read: then the app still works. */
function readCodes({ config }: Context, { backupCodes }: OldFactor): string[] {
  if (!backupCodes) return []
  return codesSchema.safeParse(parseJson(openOld(config.sessionSecrets, backupCodes) ?? backupCodes)).data ?? []
}

/** The emails of users whose second factor no configured secret opens. */
export async function findLostFactors(ctx: Context, tables: OldTables): Promise<string[]> {
  const factors = await findOldFactors(ctx, tables)
  return factors.filter((factor) => readSecret(ctx, factor) === null).map(({ email }) => email)
}

/** Returns how many. Needs their users. */
export async function adoptFactors(tx: Context, tables: OldTables): Promise<number> {
  let adopted = 0
  for (const factor of await findOldFactors(tx, tables)) {
    const { userId } = factor
    const secret = readSecret(tx, factor)
    if (secret === null) continue
    const hashes = readCodes(tx, factor).map((code) => hashBackupCode(secret, code))
    const row = {
      userId,
      secret: seal(tx, userId, secret),
      backupCodes: hashes,
      verifiedAt: tx.now(),
      createdAt: tx.now(),
    }
    const { count } = await tx.db.write`
      with "owner" as (update "user" set "twoFactorEnabled" = true where "id" = ${userId} returning 1)
      insert into "twoFactor" ${sql(row)}`
    adopted += count
  }
  return adopted
}
