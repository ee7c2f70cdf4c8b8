import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import type { Language } from 'contract/languages.ts'
import type { ConfiguredProvider } from './configured-providers.ts'

// The only file that uses arctic; see decision 030.

interface ConsentRequest {
  readonly state: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly scopes: readonly string[]
  readonly loginHint: string | undefined
  readonly language: Language | undefined
}

/** RFC 6749, section 4.1.1, with a challenge (RFC 7636, section 4.3). */
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
