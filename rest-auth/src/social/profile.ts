import { decodeJwt } from 'jose'
import type { ConfiguredProvider } from './configured-providers.ts'
import { verifyIdToken } from './id-token.ts'
import { ProviderError, type Provider, type ProviderUser, type Tokens } from './provider.ts'
import { requestJson, requestProvider } from './provider-request.ts'

export interface Profile {
  readonly user: ProviderUser
  /** As the provider sent it. */
  readonly data: unknown
}

interface ProfileRequest {
  readonly now: Date
  readonly signal: AbortSignal
  readonly userField?: string | undefined
  /** That was sent when consent was asked for. */
  readonly nonce?: string | undefined
  /** The id_token is a stored one, verified when it came; it may have expired since. */
  readonly isStored?: true
}

/** Who the person behind the tokens is. Throws a ProviderError when that cannot be learnt. */
export async function fetchProfile(
  provider: ConfiguredProvider,
  tokens: Tokens,
  request: ProfileRequest,
): Promise<Profile> {
  const { signal } = request
  const data = await provider.fetchProfile({
    clientId: provider.clientId,
    get accessToken() {
      return required(tokens.accessToken, `${provider.id} gave no access token`)
    },
    userField: request.userField,
    json: (url, init = {}) => requestJson(provider.reach(url), init, signal),
    bytes: async (url, contentType, init = {}) => {
      const { type, body } = await requestProvider(provider.reach(url), init, signal)
      if (type !== contentType) throw new ProviderError(`${url} is no ${contentType}`)
      return body
    },
    claims: async () => {
      const token = required(tokens.idToken, `${provider.id} gave no id_token`)
      return request.isStored ? decodeJwt(token) : verifyIdToken(provider, token, request)
    },
  })
  return { user: parseUser(provider.user, provider, data), data }
}

function required(token: string | null, problem: string): string {
  if (token === null) throw new ProviderError(problem)
  return token
}

/** The person in a profile or in claims. Throws a ProviderError when it does not fit. */
export function parseUser(schema: Provider['user'], provider: ConfiguredProvider, data: unknown): ProviderUser {
  const user = schema.safeParse(data)
  if (user.success) return user.data
  const faults = user.error.issues.map((issue) => issue.path.join('.'))
  throw new ProviderError(`profile of ${provider.id} does not fit: ${faults.join(', ')}`)
}
