import { authClient, request } from '../auth-client.ts'
import { useRequest } from '../use-request.ts'

const defaults = { password: { minLength: 8, maxLength: 128 }, username: { minLength: 3, maxLength: 30 } }

/** How long links work is in seconds, and absent until it is known. */
type Rules = typeof defaults & { resetLinkExpiresIn?: number | undefined; invitationExpiresIn?: number | undefined }

/** The length limits of passwords and usernames: defaults until `isKnown`. */
export function useCredentialRules(isAsked = true) {
  const [response] = useRequest(isAsked ? 'credential rules' : null, () =>
    request(() => authClient.GET('/credential-rules')),
  )
  const rules: Rules = response?.data ?? defaults
  return { ...rules, isKnown: Boolean(response?.data) }
}
