import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { requireSession } from '../session/session-guard.ts'
import { accountChoice, accountSchema } from '../account/account.ts'
import { getAccountInfo, getValidTokens, refreshAccessToken } from './access-token.ts'
import type { Providers } from './configured-providers.ts'
import type { Tokens } from './provider.ts'

const infoChoice = z.object({ accountId: z.string(), providerId: z.string().optional() })

const accessToken = z.object({
  accessToken: z.string().optional(),
  accessTokenExpiresAt: z.date().optional(),
  scopes: z.array(z.string()).optional(),
  idToken: z.string().optional(),
})

const accountInfo = z
  .object({
    user: z.object({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      emailVerified: z.boolean(),
      image: z.string().nullable(),
    }),
    data: z.unknown(),
    account: accountSchema.pick({ id: true, providerId: true, accountId: true }), // clients of 1.7 read it
  })
  .nullable()

const present = (tokens: Tokens) => ({
  accessToken: tokens.accessToken ?? undefined,
  refreshToken: tokens.refreshToken ?? undefined,
  tokenType: tokens.tokenType ?? undefined,
  scopes: tokens.scopes ? [...tokens.scopes] : undefined,
  idToken: tokens.idToken ?? undefined,
  accessTokenExpiresAt: tokens.accessTokenExpiresAt ?? undefined,
})

export function accessTokenRoutes({ get, post }: Calls, ctx: Context, providers: Providers): void {
  post('/refresh-token', 'refreshToken', 'Get a new access token from the provider', {
    body: accountChoice,
    returns: accessToken.extend({ refreshToken: z.string().optional(), tokenType: z.string().optional() }),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return present(await refreshAccessToken(ctx, providers, user.id, request.body))
    },
  })

  post('/get-access-token', 'getAccessToken', "Get the provider's access token, refreshed if it is about to expire", {
    body: accountChoice,
    returns: accessToken,
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return present(await getValidTokens(ctx, providers, user.id, request.body))
    },
  })

  post('/account-info', 'accountInfoPost', 'Get the current profile of a linked account from the provider', {
    body: infoChoice,
    returns: accountInfo,
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return getAccountInfo(ctx, providers, user.id, request.body)
    },
  })
  get('/account-info', 'accountInfo', 'Get the current profile of a linked account from the provider', {
    querystring: infoChoice,
    returns: accountInfo,
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return getAccountInfo(ctx, providers, user.id, request.query)
    },
  })
}
