import { setTimeout } from 'node:timers/promises'
import { findAccount, findAccountsOfUser, renewTokens } from '../account/account.sql.ts'
import { credentialProvider, type Account, type AccountChoice } from '../account/account.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { providerIds } from '../provider-config.ts'
import type { ConfiguredProvider, Providers } from './configured-providers.ts'
import { refreshTokens } from './oauth.ts'
import { fetchProfile, type Profile } from './profile.ts'
import { orNull, ProviderError, type Tokens } from './provider.ts'
import { startConversation } from './provider-request.ts'
import { encryptTokens, readTokens } from './stored-tokens.ts'

/** In milliseconds. Tokens that expire sooner are refreshed first. */
const refreshBefore = 5000
/** In milliseconds: time for a concurrent refresh to be stored. */
const concurrentRefreshDelay = 300

interface OwnAccount {
  readonly account: Account
  readonly provider: ConfiguredProvider
}

/** The account with the row id `accountId`, or the user's oldest at the provider. */
export async function requireOwnAccount(
  ctx: Context,
  providers: Providers,
  userId: string,
  choice: AccountChoice,
): Promise<OwnAccount> {
  const { providerId } = choice
  if (providerId !== undefined && !providerIds.some((id) => id === providerId))
    throw new ApiError('PROVIDER_IS_NOT_SUPPORTED', { providerId })
  const accounts = await findAccountsOfUser(ctx, userId)
  const account = accounts.find(
    (own) => own.providerId === (providerId ?? own.providerId) && (!choice.accountId || own.id === choice.accountId),
  )
  if (!account) throw new ApiError('ACCOUNT_NOT_FOUND')
  const provider = providers.get(account.providerId)
  if (!provider) throw new ApiError('PROVIDER_IS_NOT_CONFIGURED', { providerId: account.providerId })
  return { account, provider }
}

export async function refreshAccessToken(ctx: Context, own: OwnAccount): Promise<Tokens> {
  if (own.provider.neverRefreshes) throw new ApiError('PROVIDER_DOES_NOT_REFRESH', { providerId: own.provider.id })
  const tokens = await renew(ctx, own)
  if (!tokens) throw new ApiError('FAILED_TO_REFRESH_ACCESS_TOKEN')
  return tokens
}

export async function getValidTokens(ctx: Context, own: OwnAccount): Promise<Tokens> {
  const tokens = await currentTokens(ctx, own)
  if (!tokens) throw new ApiError('FAILED_TO_GET_A_VALID_ACCESS_TOKEN')
  return tokens
}

/** Null if the tokens have expired and cannot be refreshed. */
async function currentTokens(ctx: Context, own: OwnAccount): Promise<Tokens | null> {
  const { account, provider } = own
  const endsAt = account.accessTokenExpiresAt
  const isEnding = endsAt !== null && endsAt.getTime() - ctx.now().getTime() < refreshBefore
  const stored = readTokens(ctx, account)
  if (!isEnding || provider.neverRefreshes || stored.refreshToken === undefined) return stored
  const renewed = await renew(ctx, own)
  return renewed && { ...renewed, idToken: renewed.idToken ?? stored.idToken, scopes: renewed.scopes ?? stored.scopes }
}

/** Returns null if the provider refuses. */
async function renew(ctx: Context, { account, provider }: OwnAccount): Promise<Tokens | null> {
  const { refreshToken } = readTokens(ctx, account)
  if (refreshToken === undefined) return null
  try {
    const tokens = await refreshTokens(provider, refreshToken, startConversation(ctx))
    await renewTokens(ctx, account, encryptTokens(ctx, account, tokens))
    return tokens
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // Refresh tokens may work only once: a concurrent call may be storing new ones.
    await setTimeout(concurrentRefreshDelay)
    const stored = await findAccount(ctx, account.providerId, account.accountId)
    if (stored && stored.accessToken !== account.accessToken) return readTokens(ctx, stored)
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'provider token refresh failed')
    return null
  }
}

type AccountInfo = Profile & { account: Account }

/** `accountId` is the provider's, or a row id. Null if the provider returns no profile. */
export async function getAccountInfo(
  ctx: Context,
  providers: Providers,
  userId: string,
  { accountId, providerId }: { accountId: string; providerId?: string | undefined },
): Promise<AccountInfo | null> {
  const accounts = await findAccountsOfUser(ctx, userId)
  const chosen =
    accounts.find((own) => own.accountId === accountId && (!providerId || own.providerId === providerId)) ??
    accounts.find((own) => own.id === accountId && !providerId)
  if (!chosen || chosen.providerId === credentialProvider) throw new ApiError('ACCOUNT_NOT_FOUND')
  const own = await requireOwnAccount(ctx, providers, userId, { providerId: chosen.providerId, accountId: chosen.id })
  const tokens = await currentTokens(ctx, own)
  if (!tokens) return null
  const profile = await orNull(fetchProfile(own.provider, tokens, { ...startConversation(ctx), isStored: true }))
  return profile && { ...profile, account: chosen }
}
