import { z } from 'zod'
import type { Context } from '../context.ts'
import { status, type Calls } from '../http/calls.ts'
import { requireFreshSession, requireSession } from '../session/session-guard.ts'
import { findAccountsOfUser } from '../account/account.sql.ts'
import { accountChoice, scopesOf } from '../account/account.ts'
import { unlinkAccount } from './unlink-account.ts'

const linkedAccount = z
  .object({
    id: z.string(),
    providerId: z.string(),
    /** For better-auth clients before 1.3.8. */
    provider: z.string(),
    accountId: z.string(),
    userId: z.string(),
    scopes: z.array(z.string()),
    createdAt: z.date(),
    updatedAt: z.date(),
  })
  .meta({ id: 'LinkedAccount' })

export function linkedAccountRoutes({ get, post }: Calls, ctx: Context): void {
  get('/list-accounts', 'listAccounts', 'List the ways in which the user can sign in', {
    errors: ['UNAUTHORIZED'],
    returns: z.array(linkedAccount),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      const accounts = await findAccountsOfUser(ctx, user.id)
      return accounts.map((account) => ({ ...account, provider: account.providerId, scopes: scopesOf(account) }))
    },
  })

  post('/unlink-account', 'unlinkAccount', 'Remove a way to sign in; requires a recent sign-in', {
    errors: ['ACCOUNT_NOT_FOUND', 'SESSION_IS_NOT_FRESH', 'UNAUTHORIZED', 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT'],
    journal: ['provider.unlinked'],
    body: accountChoice,
    returns: status,
    async handler(request) {
      const { user } = await requireFreshSession(ctx, request)
      await unlinkAccount(ctx, user.id, request.body)
      return { status: true }
    },
  })
}
