import { decodeJwt } from 'jose'
import type { ConfiguredProvider } from './configured-providers.ts'
import { verifyIdToken } from './id-token.ts'
import { ProviderError, type Provider, type ProviderUser, type Tokens } from './provider.ts'
import { requestJson, requestProvider, type Conversation } from './provider-request.ts'

export interface Profile {
  readonly user: ProviderUser
  readonly data: unknown
}

interface ProfileRequest extends Conversation {
  readonly userField?: string | undefined
  readonly nonce?: string | undefined
  /** Verified when it arrived. It may have expired since. */
  readonly isStored?: true
}

export async function fetchProfile(
  provider: ConfiguredProvider,
  tokens: Tokens,
  request: ProfileRequest,
): Promise<Profile> {
  const { signal } = request
  const accessToken = () =>
    required(tokens.accessToken, `${provider.id} returned no access token${tokens.refusal ?? ''}`)
  const data = await provider.fetchProfile({
    clientId: provider.clientId,
    get accessToken() {
      return accessToken()
    },
    userField: request.userField,
    json: (url, init) => {
      const headers = { authorization: `Bearer ${accessToken()}` }
      return requestJson(provider.reach(url), { headers, ...init }, signal)
    },
    bytes: async (url, contentType, init = {}) => {
      const { type, body } = await requestProvider(provider.reach(url), init, signal)
      if (type !== contentType) throw new ProviderError(`${url} is not ${contentType}`)
      return body
    },
    claims: async () => {
      const token = required(tokens.idToken, `${provider.id} returned no id_token${tokens.refusal ?? ''}`)
      return request.isStored ? decodeJwt(token) : verifyIdToken(provider, token, request)
    },
  })
  return { user: parseUser(provider.user, provider, data), data }
}

function required(token: string | undefined, problem: string): string {
  if (token === undefined) throw new ProviderError(problem)
  return token
}

export function parseUser(schema: Provider['user'], provider: ConfiguredProvider, data: unknown): ProviderUser {
  const user = schema.safeParse(data)
  if (user.success) return user.data
  const paths = user.error.issues.map((issue) => issue.path.join('.'))
  throw new ProviderError(`profile of ${provider.id} is invalid: ${paths.join(', ')}`)
}
