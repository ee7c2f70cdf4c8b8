import { authClient, request } from 'kit'
import { requireFreshSession } from '../require-fresh-session.ts'

/** The newest hundred at most, which may not include the current one. */
export const listSessions = () => request(() => authClient.GET('/list-sessions'))

export const endOtherSessions = async () =>
  (await request(() => authClient.POST('/revoke-other-sessions', { headers: requireFreshSession }))).error
