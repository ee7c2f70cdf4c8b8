import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { findAccount, findAccountsOfUser, renewTokens } from '../account/account.sql.ts'
import { credentialProvider, type Account } from '../account/account.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { providerIds } from '../provider-config.ts'
import type { ConfiguredProvider, Providers } from './configured-providers.ts'
import { refreshTokens } from './oauth.ts'
import { fetchProfile, type Profile } from './profile.ts'
import { orNull, ProviderError, type Tokens } from './provider.ts'
import { conversationTimeLimit } from './provider-request.ts'
import { encryptTokens, readTokens } from './stored-tokens.ts'

/** An access token that ends sooner than this is refreshed before it is given out, in milliseconds. */
const nearlyExpired = 5000
/** How long another refresh may need to store what it got, in milliseconds. */
const winnersHeadStart = 300

/** Which of the user's accounts: the one with this row id, or the oldest at the provider. */
export const accountChoice = z.object({ providerId: z.string(), accountId: z.string().optional() })
type AccountChoice = z.infer<typeof accountChoice>

interface OwnAccount {
  readonly account: Account
  readonly provider: ConfiguredProvider
}

/** Throws PROVIDER_IS_NOT_SUPPORTED (no such provider), ACCOUNT_NOT_FOUND or PROVIDER_IS_NOT_CONFIGURED. */
async function requireOwnAccount(
  ctx: Context,
  providers: Providers,
  userId: string,
  choice: AccountChoice,
): Promise<OwnAccount> {
  const values = { id: choice.providerId }
  if (!providerIds.some((id) => id === choice.providerId)) throw new ApiError('PROVIDER_IS_NOT_SUPPORTED', { values })
  const accounts = await findAccountsOfUser(ctx, userId)
  const account = accounts.find(
    ({ id, providerId }) => providerId === choice.providerId && (!choice.accountId || id === choice.accountId),
  )
  if (!account) throw new ApiError('ACCOUNT_NOT_FOUND')
  const provider = providers.get(choice.providerId)
  if (!provider) throw new ApiError('PROVIDER_IS_NOT_CONFIGURED', { values })
  return { account, provider }
}

/** Gets a new access token from the provider. Throws as requireOwnAccount, PROVIDER_DOES_NOT_REFRESH or FAILED_TO_REFRESH_ACCESS_TOKEN. */
export async function refreshAccessToken(
  ctx: Context,
  providers: Providers,
  userId: string,
  choice: AccountChoice,
): Promise<Tokens> {
  const own = await requireOwnAccount(ctx, providers, userId, choice)
  if (own.provider.neverRefreshes) throw new ApiError('PROVIDER_DOES_NOT_REFRESH', { values: { id: own.provider.id } })
  const tokens = await renew(ctx, own)
  if (!tokens) throw new ApiError('FAILED_TO_REFRESH_ACCESS_TOKEN')
  return tokens
}

/** The account's tokens, refreshed when they are about to end. Throws as requireOwnAccount, or FAILED_TO_GET_A_VALID_ACCESS_TOKEN. */
export async function getValidTokens(
  ctx: Context,
  providers: Providers,
  userId: string,
  choice: AccountChoice,
): Promise<Tokens> {
  const tokens = await currentTokens(ctx, await requireOwnAccount(ctx, providers, userId, choice))
  if (!tokens) throw new ApiError('FAILED_TO_GET_A_VALID_ACCESS_TOKEN')
  return tokens
}

/** Null when they ended, and the provider does not renew them. */
async function currentTokens(ctx: Context, own: OwnAccount): Promise<Tokens | null> {
  const { account, provider } = own
  const endsAt = account.accessTokenExpiresAt
  const isEnding = endsAt !== null && endsAt.getTime() - ctx.now().getTime() < nearlyExpired
  const stored = readTokens(ctx, account)
  if (!isEnding || provider.neverRefreshes || stored.refreshToken === null) return stored
  const renewed = await renew(ctx, own)
  return renewed && { ...renewed, idToken: renewed.idToken ?? stored.idToken, scopes: renewed.scopes ?? stored.scopes }
}

/**
 * Refreshes and stores; null when the provider refuses. Providers that rotate refresh tokens take each once: of two calls
 * at once (here or on another server) the loser answers what the winner stores a moment later.
 */
async function renew(ctx: Context, { account, provider }: OwnAccount): Promise<Tokens | null> {
  const { refreshToken } = readTokens(ctx, account)
  if (refreshToken === null) return null
  try {
    const tokens = await refreshTokens(provider, refreshToken, ctx.now(), AbortSignal.timeout(conversationTimeLimit))
    await renewTokens(ctx, account, encryptTokens(ctx, account, tokens))
    return tokens
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await setTimeout(winnersHeadStart)
    const stored = await findAccount(ctx, account.providerId, account.accountId)
    if (stored && stored.accessToken !== account.accessToken) return readTokens(ctx, stored)
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'an access token could not be refreshed')
    return null
  }
}

/**
 * The profile of one of the user's accounts, by the provider's id, as the provider tells it now; null when it does not.
 * Throws ACCOUNT_NOT_FOUND or PROVIDER_IS_NOT_CONFIGURED.
 */
export async function getAccountInfo(
  ctx: Context,
  providers: Providers,
  userId: string,
  { accountId, providerId }: { accountId: string; providerId?: string | undefined },
): Promise<Profile | null> {
  const accounts = await findAccountsOfUser(ctx, userId)
  const chosen = accounts.find((own) => own.accountId === accountId && (!providerId || own.providerId === providerId))
  if (!chosen || chosen.providerId === credentialProvider) throw new ApiError('ACCOUNT_NOT_FOUND')
  const own = await requireOwnAccount(ctx, providers, userId, { providerId: chosen.providerId, accountId: chosen.id })
  const tokens = await currentTokens(ctx, own)
  if (!tokens) return null
  const signal = AbortSignal.timeout(conversationTimeLimit)
  return orNull(fetchProfile(own.provider, tokens, { now: ctx.now(), signal, isStored: true }))
}
