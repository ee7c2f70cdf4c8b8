import { errors, jwtVerify, type JWTPayload } from 'jose'
import type { ConfiguredProvider } from './configured-providers.ts'
import { ProviderAway, ProviderError } from './provider.ts'

const clockTolerance = 60
const longestAge = 3600

/**
 * The claims of an id_token (OpenID Connect Core, section 3.1.3.7): RS256 by one of the provider's keys, its issuer, for
 * our client, not expired, issued within the last hour and not in the future, with the `nonce` if one is given.
 * Throws a ProviderError otherwise; a ProviderAway when its keys cannot be had.
 */
export async function verifyIdToken(
  provider: ConfiguredProvider,
  token: string,
  check: { now: Date; signal: AbortSignal; nonce?: string | undefined },
): Promise<JWTPayload> {
  const { idToken: rules, keys } = provider
  if (!rules || !keys) throw new ProviderError(`${provider.id} issues no id_token`)
  const verified = jwtVerify(token, keys, {
    algorithms: ['RS256'],
    audience: provider.audience,
    currentDate: check.now,
    clockTolerance,
    maxTokenAge: longestAge,
    requiredClaims: ['iss', 'sub', 'exp'],
  })
  const { payload } = await Promise.race([verified, aborted(check.signal)]).catch((error: unknown) => {
    const message = `id_token of ${provider.id}: ${error instanceof errors.JOSEError ? error.code : String(error)}`
    throw isAboutToken(error) ? new ProviderError(message) : new ProviderAway(message)
  })
  if (payload.iss !== rules.issuer(payload)) throw new ProviderError(`id_token of ${provider.id}: wrong issuer`)
  if (check.nonce !== undefined && payload.nonce !== check.nonce)
    throw new ProviderError(`id_token of ${provider.id}: wrong nonce`)
  return payload
}

/** Otherwise the keys did not come: jose's own errors about that are no answer in time, and one that is not 200. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
