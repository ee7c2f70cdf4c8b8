import { z } from 'zod'
import type { ConfiguredProvider } from './configured-providers.ts'
import { ProviderError, type Tokens } from './provider.ts'
import { describeError, requestJson, type Conversation } from './provider-request.ts'

/** RFC 6749, section 4.1.3. */
export async function exchangeCode(
  provider: ConfiguredProvider,
  grant: { code: string; codeVerifier: string; deviceId: string | undefined },
  conversation: Conversation,
): Promise<Tokens> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: provider.redirectUri,
  })
  if (!provider.withoutPkce) body.set('code_verifier', grant.codeVerifier)
  if (grant.deviceId) body.set('device_id', grant.deviceId)
  return requestTokens(provider, body, conversation)
}

export async function refreshTokens(
  provider: ConfiguredProvider,
  refreshToken: string,
  conversation: Conversation,
): Promise<Tokens> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const tokens = await requestTokens(provider, body, conversation)
  if (!tokens.accessToken)
    throw new ProviderError(`${provider.id} refreshed without an access token${tokens.refusal ?? ''}`)
  return tokens
}

const text = z.string().min(1).optional().catch(undefined)
const tokenResponseSchema = z.object({
  access_token: text,
  refresh_token: text,
  id_token: text,
  token_type: text,
  scope: z
    .union([z.string().transform((scope) => scope.split(' ').filter(Boolean)), z.array(z.string())])
    .optional()
    .catch(undefined),
  expires_in: z.coerce
    .number()
    .int()
    .positive()
    .max(10 * 365 * 86_400)
    .optional()
    .catch(undefined),
})

async function requestTokens(
  provider: ConfiguredProvider,
  body: URLSearchParams,
  { now, signal }: Conversation,
): Promise<Tokens> {
  const secret = await provider.clientSecret(now)
  const headers: Record<string, string> = {}
  if (provider.basicAuthentication) {
    headers['authorization'] = `Basic ${Buffer.from(`${provider.clientId}:${secret}`).toString('base64')}`
  } else {
    body.set(provider.clientIdParameter ?? 'client_id', provider.clientId)
    body.set('client_secret', secret)
  }
  const init = { method: 'POST', headers, body } as const
  const response = await requestJson(provider.reach(provider.tokenUrl), init, signal)
  const { data } = tokenResponseSchema.safeParse(response)
  if (!data) throw new ProviderError(`${provider.id} returned no token object`)
  return {
    accessToken: data.access_token,
    refusal: data.access_token ? '' : describeError(response, init), // GitHub sends it with status 200
    refreshToken: data.refresh_token,
    idToken: data.id_token,
    tokenType: data.token_type,
    scopes: data.scope,
    accessTokenExpiresAt: data.expires_in ? new Date(now.getTime() + data.expires_in * 1000) : undefined,
  }
}
