import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'

const prefix = 'whsec_'
export const webhookPurpose = (id: string): string => `webhook ${id}`

/** As Standard Webhooks recommends. */
export const newSecret = (): string => prefix + randomBytes(24).toString('base64')

export const sealSecret = ({ config }: Context, id: string, secret: string): string =>
  encrypt(config.secrets, webhookPurpose(id), secret)

/** Null if AUTH_SECRET was lost. */
export const openSecret = ({ config }: Context, id: string, sealed: string): string | null =>
  decrypt(config.secrets, webhookPurpose(id), sealed)

/** Header `webhook-signature` (https://www.standardwebhooks.com). */
export function sign(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
