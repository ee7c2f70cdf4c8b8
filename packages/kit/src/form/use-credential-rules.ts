import { authClient, request } from '../auth-client.ts'
import { useRequest } from '../use-request.ts'

/** What holds unless an operator has set something else. */
const usual = { password: { minLength: 8, maxLength: 128 }, username: { minLength: 3, maxLength: 30 } }

/** How long passwords and usernames may be here; until the server has said so (`isKnown`) the usual, to keep the place of the text. */
export function useCredentialRules(isAsked = true) {
  const [answer] = useRequest(isAsked ? 'credential rules' : null, () =>
    request(() => authClient.GET('/credential-rules')),
  )
  return { ...(answer?.data ?? usual), isKnown: Boolean(answer?.data) }
}
