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
import { ProviderUnavailable, ProviderError, type ProviderUser } from './provider.ts'
import { startConversation } from './provider-request.ts'
import { SocialRefusal } from './social-refusal.ts'

interface CodeGrant {
  readonly code: string
  readonly codeVerifier: string
  readonly nonce: string | undefined
  readonly deviceId: string | undefined
  readonly userField: string | undefined
}

/** Takes at most ten seconds. */
export async function arriveByCode(
  ctx: Context,
  provider: ConfiguredProvider,
  grant: CodeGrant,
  log: FastifyBaseLogger,
): Promise<Arrival> {
  const conversation = startConversation(ctx)
  const refuse = (code: 'invalid_code' | 'unable_to_get_user_info') => (error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ provider: provider.id, reason: error.message }, code)
    throw new SocialRefusal(code)
  }
  const tokens = await exchangeCode(provider, grant, conversation).catch(refuse('invalid_code'))
  const request = { ...conversation, userField: grant.userField, nonce: grant.nonce }
  const { user } = await fetchProfile(provider, tokens, request).catch(refuse('unable_to_get_user_info'))
  return { provider, person: user, tokens }
}

export const givenIdToken = z.object({
  token: z.string(),
  nonce: z.string().optional(),
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  expiresAt: z.number().optional(),
  user: z.unknown().optional().describe('Of Apple: `{ name: { firstName, lastName } }`'),
})

/** For tokens that an app or page got from the provider. Stores only the access token. */
export async function arriveByIdToken(
  ctx: Context,
  provider: ConfiguredProvider,
  given: z.infer<typeof givenIdToken>,
): Promise<Arrival> {
  const schema = provider.idToken?.signIn
  if (!schema) throw new ApiError('ID_TOKEN_NOT_SUPPORTED')
  const check = { ...startConversation(ctx), nonce: given.nonce }
  const claims = await verifyIdToken(provider, given.token, check).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    if (!(error instanceof ProviderUnavailable)) throw new ApiError('INVALID_ID_TOKEN')
    ctx.log.warn({ provider: provider.id, reason: error.message }, 'id_token not verified: provider keys unavailable')
    throw new ApiError('SERVICE_UNAVAILABLE', { retryAfter: 5 })
  })
  await requireFirstUse(ctx, given.token)
  const person = personIn(provider, schema, { ...claims, user: given.user })
  return { provider, person, tokens: { accessToken: given.accessToken } }
}

const retryWithin = 60_000 // milliseconds
const rememberedFor = 7_200_000 // longer than any id_token is accepted

// Prevents replays: the nonce is in the token. A minute for retries, because responses get lost.
async function requireFirstUse(ctx: Context, token: string): Promise<void> {
  const identifier = `id-token:${hashToken(token)}`
  const now = ctx.now().getTime()
  const first = await findVerification(ctx, identifier)
  if (first && now - Number(first.value) > retryWithin) throw new ApiError('ID_TOKEN_ALREADY_USED')
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
