import { transaction, type Context } from '../context.ts'
import { emailUser } from '../mail/outbox.ts'
import { findOwners } from '../organization/member/owner-notice.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { findUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { claimExpiringKeys } from './api-key.sql.ts'

/** Each key once, a week before. Several instances may run it. */
export const startWarningOfExpiry = (ctx: Context): Repetition =>
  repeat(ctx, 'warning of keys that expire', 60_000, () => warnOfExpiry(ctx))

/** Returns whether there may be more. */
export function warnOfExpiry(ctx: Context): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const keys = await claimExpiringKeys(tx, 20)
    for (const { name, start, expiresAt, userId, organizationId } of keys) {
      const key = name ?? `${start}…`
      const warn = (user: User, path: string, place: string) =>
        emailUser(tx, user, 'keyExpires', {
          key,
          place,
          time: expiresAt.toISOString(),
          url: tx.config.AUTH_URL + path,
        })
      const person = userId === null ? null : await findUserById(tx, userId)
      if (person) await warn(person, '/account/keys', tx.config.PRODUCT_NAME)
      const owners = organizationId === null ? [] : await findOwners(tx, organizationId)
      for (const { organizationName, slug, ...owner } of owners)
        await warn(owner, `/organizations/${slug}/keys`, organizationName)
    }
    return keys.length > 0
  })
}
