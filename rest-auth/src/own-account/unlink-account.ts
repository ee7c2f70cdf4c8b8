import { transaction, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { lockUserById } from '../user/user.sql.ts'
import { deleteAccount, findAccountsOfUser } from '../account/account.sql.ts'
import { type Account, type AccountChoice, credentialProvider } from '../account/account.ts'
import { emailUser } from '../mail/outbox.ts'
import { describeProviders } from '../social/providers.ts'
import type { User } from '../user/user.ts'
import { record } from '../journal/journal.ts'

/** `accountId` is the provider's. Without it, unlinks the oldest account at the provider. */
export function unlinkAccount(ctx: Context, userId: string, { providerId, accountId }: AccountChoice): Promise<void> {
  return transaction(ctx, async (tx) => {
    const user = await lockUserById(tx, userId) // two concurrent unlinks must not remove both accounts
    const accounts = await findAccountsOfUser(tx, userId)
    const chosen = accounts.find((own) =>
      providerId === undefined
        ? own.id === accountId
        : own.providerId === providerId && (!accountId || own.accountId === accountId),
    )
    const isUsable = (own: Account) => tx.config.EMAIL_PASSWORD_ENABLED || own.providerId !== credentialProvider
    if (accounts.length <= 1 || !accounts.some((own) => own !== chosen && isUsable(own)))
      throw new ApiError('YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT')
    if (!chosen) throw new ApiError('ACCOUNT_NOT_FOUND')
    await deleteAccount(tx, chosen.id)
    record(tx, 'provider.unlinked', { provider: chosen.providerId })
    if (user) await notifyUnlinked(tx, user, chosen.providerId)
  })
}

function notifyUnlinked(tx: Context, user: User, providerId: string): Promise<boolean> {
  if (providerId === credentialProvider) return emailUser(tx, user, 'passwordRemoved', {})
  const known = Object.entries(describeProviders(tx.config)).find(([id]) => id === providerId)
  return emailUser(tx, user, 'providerUnlinked', { provider: known?.[1].name ?? providerId })
}
