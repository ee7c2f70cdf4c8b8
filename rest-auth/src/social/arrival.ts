import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { findVerification, insertVerification } from '../verification/verification.sql.ts'
import type { ConfiguredProvider } from './configured-providers.ts'
import { verifyIdToken } from './id-token.ts'
import type { Arrival } from './link.ts'
import { exchangeCode } from './oauth.ts'
import { fetchProfile, parseUser } from './profile.ts'
import { ProviderAway, ProviderError, type ProviderUser } from './provider.ts'
import { conversationTimeLimit } from './provider-request.ts'
import { SocialRefusal } from './social-refusal.ts'

interface CodeGrant {
  readonly code: string
  readonly codeVerifier: string
  readonly nonce: string | undefined
  readonly deviceId: string | undefined
  readonly userField: string | undefined
}

/** Who came back with this code. Throws invalid_code or unable_to_get_user_info, after ten seconds at the latest. */
export async function arriveByCode(
  ctx: Context,
  provider: ConfiguredProvider,
  grant: CodeGrant,
  log: FastifyBaseLogger,
): Promise<Arrival> {
  const signal = AbortSignal.timeout(conversationTimeLimit)
  const now = ctx.now()
  const refuse = (code: 'invalid_code' | 'unable_to_get_user_info') => (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ provider: provider.id, reason: error.message }, code)
    throw new SocialRefusal(code)
  }
  const tokens = await exchangeCode(provider, grant, now, signal).catch(refuse('invalid_code'))
  const request = { now, signal, userField: grant.userField, nonce: grant.nonce }
  const { user } = await fetchProfile(provider, tokens, request).catch(refuse('unable_to_get_user_info'))
  return { provider, person: user, tokens }
}

export const givenIdToken = z.object({
  token: z.string(),
  nonce: z.string().optional(),
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  expiresAt: z.number().optional(),
})

/**
 * Who an id_token stands for that an app or page got from the provider itself. Of what came with it only the access
 * token is kept. Throws ID_TOKEN_NOT_SUPPORTED, INVALID_ID_TOKEN, PROVIDER_HIDES_USER_INFO, or SERVICE_UNAVAILABLE where the
 * provider cannot be asked for its keys.
 */
export async function arriveByIdToken(
  ctx: Context,
  provider: ConfiguredProvider,
  given: z.infer<typeof givenIdToken>,
): Promise<Arrival> {
  const schema = provider.idToken?.signIn
  if (!schema) throw new ApiError('ID_TOKEN_NOT_SUPPORTED')
  const signal = AbortSignal.timeout(conversationTimeLimit)
  const claims = await verifyIdToken(provider, given.token, { now: ctx.now(), signal, nonce: given.nonce }).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      if (!(error instanceof ProviderAway)) throw new ApiError('INVALID_ID_TOKEN')
      ctx.log.warn({ provider: provider.id, reason: error.message }, 'an id_token could not be verified')
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfter: 5 })
    },
  )
  await requireFirstUse(ctx, given.token)
  return { provider, person: personIn(provider, schema, claims), tokens: { accessToken: given.accessToken ?? null } }
}

const retryWithin = 60_000 // milliseconds
const rememberedFor = 7_200_000 // longer than any id_token is taken

/**
 * An id_token works for a minute from its first use, so that an app whose answer was lost can ask once more, and then never again: its
 * nonce stands in it, so whoever has it could send that along. Throws INVALID_ID_TOKEN.
 */
async function requireFirstUse(ctx: Context, token: string): Promise<void> {
  const identifier = `id-token:${hashToken(token)}`
  const now = ctx.now().getTime()
  const first = await findVerification(ctx, identifier)
  if (first && now - Number(first.value) > retryWithin) throw new ApiError('INVALID_ID_TOKEN')
  if (first) return
  await insertVerification(ctx, { identifier, value: String(now), expiresAt: new Date(now + rememberedFor) })
}

function personIn(provider: ConfiguredProvider, schema: ConfiguredProvider['user'], claims: unknown): ProviderUser {
  try {
    return parseUser(schema, provider, claims)
  } catch {
    throw new ApiError('PROVIDER_HIDES_USER_INFO')
  }
}
