import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import { z } from 'zod'
import type { Language } from '../languages.ts'
import type { ConfiguredProvider } from './configured-providers.ts'
import { ProviderError, type Tokens } from './provider.ts'
import { requestJson } from './provider-request.ts'

// The one file that knows arctic; docs/decisions/030 says what it does here and what it does not.

interface ConsentRequest {
  readonly state: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly scopes: readonly string[]
  readonly loginHint: string | undefined
  readonly language: Language | undefined
}

/** Where the browser goes to ask for consent (RFC 6749, section 4.1.1; challenge: RFC 7636, section 4.3). */
export function authorizationUrl(provider: ConfiguredProvider, request: ConsentRequest): string {
  const address = provider.reach(provider.authorizationUrl).href
  const client = new OAuth2Client(provider.clientId, null, provider.redirectUri)
  const scope = scopeText(provider, request.scopes)
  const { state, codeVerifier } = request
  const url = provider.withoutPkce
    ? client.createAuthorizationURL(address, state, scope)
    : client.createAuthorizationURLWithPKCE(address, state, CodeChallengeMethod.S256, codeVerifier, scope)
  for (const [name, value] of Object.entries(provider.authorizationParameters ?? {})) url.searchParams.set(name, value)
  if (provider.openId) url.searchParams.set('nonce', request.nonce)
  if (provider.loginHint && request.loginHint) url.searchParams.set('login_hint', request.loginHint)
  const { language } = provider
  if (language && request.language) url.searchParams.set(language.parameter, language.codes[request.language])
  if (provider.clientIdParameter) {
    url.searchParams.delete('client_id')
    url.searchParams.set(provider.clientIdParameter, provider.clientId)
  }
  return url.href
}

function scopeText(provider: ConfiguredProvider, requested: readonly string[]): string[] {
  if (provider.scopes === 'fixed') return []
  return [[...new Set([...provider.scopes, ...requested])].join(provider.scopeSeparator ?? ' ')]
}

/** Redeems a code (RFC 6749, section 4.1.3). Throws a ProviderError when the provider refuses or cannot be understood. */
export async function exchangeCode(
  provider: ConfiguredProvider,
  grant: { code: string; codeVerifier: string; deviceId: string | undefined },
  now: Date,
  signal: AbortSignal,
): Promise<Tokens> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: provider.redirectUri,
  })
  if (!provider.withoutPkce) body.set('code_verifier', grant.codeVerifier)
  if (grant.deviceId) body.set('device_id', grant.deviceId)
  return requestTokens(provider, body, now, signal)
}

/** Asks for a new access token (RFC 6749, section 6). Throws a ProviderError as above. */
export async function refreshTokens(
  provider: ConfiguredProvider,
  refreshToken: string,
  now: Date,
  signal: AbortSignal,
): Promise<Tokens> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const tokens = await requestTokens(provider, body, now, signal)
  if (!tokens.accessToken) throw new ProviderError(`${provider.id} refreshed without an access token`)
  return tokens
}

async function requestTokens(
  provider: ConfiguredProvider,
  body: URLSearchParams,
  now: Date,
  signal: AbortSignal,
): Promise<Tokens> {
  const secret = await provider.clientSecret(now)
  const headers: Record<string, string> = {}
  if (provider.basicAuthentication) {
    headers['authorization'] = `Basic ${Buffer.from(`${provider.clientId}:${secret}`).toString('base64')}`
  } else {
    body.set(provider.clientIdParameter ?? 'client_id', provider.clientId)
    body.set('client_secret', secret)
  }
  const answer = await requestJson(provider.reach(provider.tokenUrl), { method: 'POST', headers, body }, signal)
  return parseTokens(provider, answer, now)
}

const text = z.string().min(1).nullable().catch(null)
const tokenAnswer = z.object({
  access_token: text,
  refresh_token: text,
  id_token: text,
  token_type: text,
  scope: z
    .union([z.string().transform((scope) => scope.split(' ').filter(Boolean)), z.array(z.string())])
    .nullable()
    .catch(null),
  expires_in: z.coerce
    .number()
    .int()
    .positive()
    .max(10 * 365 * 86_400)
    .nullable()
    .catch(null),
})

// Missing tokens are refused by the code that needs them.
function parseTokens(provider: ConfiguredProvider, answer: unknown, now: Date): Tokens {
  const parsed = tokenAnswer.safeParse(answer)
  if (!parsed.success) throw new ProviderError(`${provider.id} answered no object with tokens`)
  const { data } = parsed
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token,
    idToken: data.id_token,
    tokenType: data.token_type,
    scopes: data.scope,
    accessTokenExpiresAt: data.expires_in === null ? null : new Date(now.getTime() + data.expires_in * 1000),
  }
}
