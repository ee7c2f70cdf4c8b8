import { createHash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { ConfiguredProvider } from './configured-providers.ts'
import { ProviderUnavailable, ProviderError } from './provider.ts'
import type { Conversation } from './provider-request.ts'

const clockTolerance = 60
const maxAge = 3600

/** OpenID Connect Core, 3.1.3.7. Throws ProviderUnavailable if the keys cannot be fetched. */
export async function verifyIdToken(
  provider: ConfiguredProvider,
  token: string,
  check: Conversation & { readonly nonce?: string | undefined },
): Promise<JWTPayload> {
  const { idToken: rules, keys } = provider
  if (!rules || !keys) throw new ProviderError(`${provider.id} does not issue id_tokens`)
  const verified = jwtVerify(token, keys, {
    algorithms: ['RS256'],
    audience: provider.audience,
    currentDate: check.now,
    clockTolerance,
    maxTokenAge: maxAge,
    requiredClaims: ['iss', 'sub', 'exp'],
  })
  const { payload } = await Promise.race([verified, aborted(check.signal)]).catch((error: unknown) => {
    const message = `id_token of ${provider.id}: ${error instanceof errors.JOSEError ? error.code : String(error)}`
    throw isAboutToken(error) ? new ProviderError(message) : new ProviderUnavailable(message)
  })
  if (payload.iss !== rules.issuer(payload)) throw new ProviderError(`id_token of ${provider.id}: wrong issuer`)
  if (check.nonce !== undefined && !formsOf(check.nonce).includes(payload.nonce))
    throw new ProviderError(`id_token of ${provider.id}: wrong nonce`)
  return payload
}

/** Apps send Apple and Firebase the hash, so that only they know the nonce itself. */
function formsOf(nonce: string): unknown[] {
  const hash = createHash('sha256').update(nonce).digest()
  return [nonce, hash.toString('hex'), hash.toString('base64url')]
}

/** In jose, only a timeout and an unexpected status concern the keys. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
