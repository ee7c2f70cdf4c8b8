import { randomUUID } from 'node:crypto'
import { pack, provesPossession, unpack, type DemoGrant } from './grant.ts'
import { signIdToken } from './keys.ts'
import type { DemoSite } from './provider.ts'

const usualLifetime = 3600
const refreshLifetime = 90 * 86_400

interface TokenResponse {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Redeems a code or a refresh token once, for the client that it was issued to. */
export async function demoTokens(
  site: DemoSite,
  form: Record<string, string>,
  authorization: string | undefined,
): Promise<TokenResponse> {
  const clientId = authenticate(site, form, authorization)
  if (clientId === null)
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } }
  const grant = redeem(site, form)
  if (!grant || grant.clientId !== clientId) return refusal(site)
  site.used.add(form['code'] ?? form['refresh_token'] ?? '')
  return { status: 200, body: await tokensFor(site, grant) }
}

function redeem(site: DemoSite, form: Record<string, string>): DemoGrant | null {
  const { grant_type: type, code = '', refresh_token: refreshToken = '' } = form
  if (site.used.has(code) || site.used.has(refreshToken)) return null
  if (type === 'refresh_token') return unpack(refreshToken, 'refresh', site.id, site.now())
  if (type !== 'authorization_code') return null
  const grant = unpack(code, 'code', site.id, site.now())
  return grant && grant.redirectUri === form['redirect_uri'] && provesPossession(grant, form['code_verifier'])
    ? grant
    : null
}

/** Returns null unless the client authenticates in the way that this provider requires. */
function authenticate(site: DemoSite, form: Record<string, string>, authorization: string | undefined): string | null {
  if (!site.provider.basic)
    return form['client_secret'] ? (form[site.provider.clientIdField ?? 'client_id'] ?? null) : null
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(authorization ?? '')?.[1]
  if (encoded === undefined || 'client_secret' in form) return null
  return /^([^:]+):.+$/.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1] ?? null
}

// GitHub refuses with status 200.
const refusal = (site: DemoSite): TokenResponse => ({
  status: site.id === 'github' ? 200 : 400,
  body: {
    error: site.id === 'github' ? 'bad_verification_code' : 'invalid_grant',
    error_description: 'The code or token is not valid',
  },
})

async function tokensFor(site: DemoSite, grant: DemoGrant): Promise<Record<string, unknown>> {
  const now = site.now().getTime()
  const { lifetime = usualLifetime } = site.provider
  const token = (kind: DemoGrant['kind'], seconds: number) =>
    pack({ ...grant, kind, serial: randomUUID(), expiresAt: now + seconds * 1000 })
  return {
    access_token: token('access', lifetime),
    token_type: 'Bearer',
    expires_in: lifetime,
    scope: grant.scopes.join(' '),
    ...(grant.offline ? { refresh_token: token('refresh', refreshLifetime) } : {}),
    ...(site.provider.idToken ? { id_token: await signDemoIdToken(site, grant) } : {}),
    ...site.provider.tokenResponse?.(grant.person, grant),
  }
}

async function signDemoIdToken(site: DemoSite, { clientId, person, nonce }: DemoGrant): Promise<string> {
  const { issuer = '', claims } = site.provider.idToken ?? {}
  const issuedAt = Math.floor(site.now().getTime() / 1000)
  return signIdToken({
    ...claims?.(person),
    iss: issuer,
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + usualLifetime,
    ...(nonce ? { nonce } : {}),
  })
}
