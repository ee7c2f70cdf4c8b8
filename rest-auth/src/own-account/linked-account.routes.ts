import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from 'service/described-call.ts'
import { status } from '../http/status.ts'
import { requireFreshSession, requireSession } from '../session/session-guard.ts'
import { findAccountsOfUser } from '../account/account.sql.ts'
import { accountChoice, scopesOf } from '../account/account.ts'
import { unlinkAccount } from './unlink-account.ts'

const call = callsOf('account')

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

export function linkedAccountRoutes(app: App, ctx: Context): void {
  app.get(
    '/list-accounts',
    call('listAccounts', 'List the ways in which the user can sign in', { returns: z.array(linkedAccount) }),
    async (request) => {
      const { user } = await requireSession(ctx, request)
      const accounts = await findAccountsOfUser(ctx, user.id)
      return accounts.map((account) => ({ ...account, provider: account.providerId, scopes: scopesOf(account) }))
    },
  )

  app.post(
    '/unlink-account',
    call('unlinkAccount', 'Remove a way to sign in; requires a recent sign-in', {
      body: accountChoice,
      returns: status,
    }),
    async (request) => {
      const { user } = await requireFreshSession(ctx, request)
      await unlinkAccount(ctx, user.id, request.body)
      return { status: true }
    },
  )
}
