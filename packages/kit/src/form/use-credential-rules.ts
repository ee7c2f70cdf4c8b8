import { authClient, request } from '../auth-client.ts'
import { useRequest } from '../use-request.ts'

const defaults = { password: { minLength: 8, maxLength: 128 }, username: { minLength: 3, maxLength: 30 } }

/** The length limits of passwords and usernames: defaults until `isKnown`. */
export function useCredentialRules(isAsked = true) {
  const [response] = useRequest(isAsked ? 'credential rules' : null, () =>
    request(() => authClient.GET('/credential-rules')),
  )
  return { ...(response?.data ?? defaults), isKnown: Boolean(response?.data) }
}
