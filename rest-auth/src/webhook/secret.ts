import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { findSecrets, resealSecret } from './webhook.sql.ts'

const prefix = 'whsec_'
const purpose = (id: string): string => `webhook ${id}`

/** As Standard Webhooks recommends. */
export const newSecret = (): string => prefix + randomBytes(24).toString('base64')

export const sealSecret = ({ config }: Context, id: string, secret: string): string =>
  encrypt(config.secrets, purpose(id), secret)

/** Null if AUTH_SECRET was lost. */
export const openSecret = ({ config }: Context, id: string, sealed: string): string | null =>
  decrypt(config.secrets, purpose(id), sealed)

/** Header `webhook-signature` (https://www.standardwebhooks.com). */
export function sign(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Encrypts those of an older AUTH_SECRET with the present one, so that the older one can be removed. */
export async function resealSecrets(ctx: Context): Promise<void> {
  const [present] = ctx.config.secrets
  let after = ''
  for (;;) {
    const rows = await findSecrets(ctx, after)
    for (const row of rows) {
      if (decrypt([present], purpose(row.id), row.secret) !== null) continue
      const secret = openSecret(ctx, row.id, row.secret)
      if (secret === null)
        ctx.log.warn({ webhookId: row.id }, 'webhook secret cannot be opened, AUTH_SECRET may be wrong')
      else await resealSecret(ctx, row, sealSecret(ctx, row.id, secret))
    }
    after = rows.at(-1)?.id ?? ''
    if (after === '') return
  }
}
