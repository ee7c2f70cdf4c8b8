import { sql } from 'database/sql.ts'
import { z } from 'zod'
import { columns } from '../columns.sql.ts'
import { later, transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { record } from '../journal/journal.ts'
import { describeCaller, type Client } from '../session/create-session.ts'
import { trustedFor } from '../session/second-factor.ts'
import type { User } from '../user/user.ts'

export const trustedDeviceSchema = z
  .object({
    id: z.string(),
    device: z.string().describe('Browser and system'),
    ipAddress: z.string(),
    createdAt: z.date(),
    lastUsedAt: z.date(),
    expiresAt: z.date(),
  })
  .meta({ id: 'TrustedDevice' })
type TrustedDevice = z.infer<typeof trustedDeviceSchema>

const fields = columns(trustedDeviceSchema, 't')
/** The oldest end first. */
const maxDevices = 20

/** Returns the token for its cookie. */
export async function addTrustedDevice(tx: Context, { id: userId }: User, client: Client): Promise<string> {
  const token = randomId()
  const now = tx.now()
  const row = {
    id: randomId(),
    userId,
    tokenHash: hashToken(token),
    device: describeCaller(client).device,
    ipAddress: client.ipAddress,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: later(tx, trustedFor),
  }
  await tx.db.write`
    delete from "trustedDevice" where "userId" = ${userId} and ("tokenHash" = ${client.trustedDevice} or "id" in (
      select "id" from "trustedDevice" where "userId" = ${userId} order by "createdAt" desc, "id" desc offset ${maxDevices - 1}))`
  await tx.db.write`insert into "trustedDevice" ${sql(row)}`
  record(tx, 'trusted-device.added', {})
  return token
}

export async function listTrustedDevices(ctx: Context, userId: string, current: string | null) {
  return ctx.db.read<(TrustedDevice & { current: boolean })[]>`
    select ${fields}, coalesce(t."tokenHash" = ${current}, false) as "current" from "trustedDevice" t
    where t."userId" = ${userId} and t."expiresAt" > ${ctx.now()} order by t."createdAt", t."id"`
}

/** All of them without `id`. False if there was none. */
export function removeTrustedDevices(ctx: Context, userId: string, id?: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const { count } = await tx.db.write`
      delete from "trustedDevice" where "userId" = ${userId} and ${id === undefined ? sql`true` : sql`"id" = ${id}`}`
    if (count > 0) record(tx, 'trusted-device.removed', {})
    return count > 0
  })
}
