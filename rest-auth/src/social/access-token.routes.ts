import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { requireSession } from '../session/session-guard.ts'
import { accountChoice, accountSchema, type AccountChoice } from '../account/account.ts'
import { getAccountInfo, getValidTokens, refreshAccessToken, requireOwnAccount } from './access-token.ts'
import type { Providers } from './configured-providers.ts'

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

const infoSummary = 'Get the current profile of a linked account from the provider'

export function accessTokenRoutes({ get, post }: Calls, ctx: Context, providers: Providers): void {
  const ownAccount = async (request: FastifyRequest, choice: AccountChoice) => {
    const { user } = await requireSession(ctx, request)
    return requireOwnAccount(ctx, providers, user.id, choice)
  }
  const infoOf = async (request: FastifyRequest, choice: z.infer<typeof infoChoice>) => {
    const { user } = await requireSession(ctx, request)
    return getAccountInfo(ctx, providers, user.id, choice)
  }

  post('/refresh-token', 'refreshToken', 'Get a new access token from the provider', {
    errors: [
      'ACCOUNT_NOT_FOUND',
      'FAILED_TO_REFRESH_ACCESS_TOKEN',
      'PROVIDER_DOES_NOT_REFRESH',
      'PROVIDER_IS_NOT_SUPPORTED',
      'UNAUTHORIZED',
    ],
    journal: 'It only renews tokens of the provider',
    body: accountChoice,
    returns: accessToken.extend({ refreshToken: z.string().optional(), tokenType: z.string().optional() }),
    handler: async (request) => refreshAccessToken(ctx, await ownAccount(request, request.body)),
  })

  post('/get-access-token', 'getAccessToken', "Get the provider's access token, refreshed if it is about to expire", {
    errors: ['ACCOUNT_NOT_FOUND', 'FAILED_TO_GET_A_VALID_ACCESS_TOKEN', 'PROVIDER_IS_NOT_SUPPORTED', 'UNAUTHORIZED'],
    journal: 'It only renews tokens of the provider',
    body: accountChoice,
    returns: accessToken,
    handler: async (request) => getValidTokens(ctx, await ownAccount(request, request.body)),
  })

  post('/account-info', 'accountInfoPost', infoSummary, {
    errors: ['ACCOUNT_NOT_FOUND', 'UNAUTHORIZED'],
    journal: 'It only reads',
    body: infoChoice,
    returns: accountInfo,
    handler: (request) => infoOf(request, request.body),
  })

  get('/account-info', 'accountInfo', infoSummary, {
    errors: ['ACCOUNT_NOT_FOUND', 'UNAUTHORIZED'],
    querystring: infoChoice,
    returns: accountInfo,
    handler: (request) => infoOf(request, request.query),
  })
}
