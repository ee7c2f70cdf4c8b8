import { authClient, request } from '../auth-client.ts'
import { refreshSession } from '../session/session.ts'
import type { Session } from '../session/session-types.ts'

export async function takeOver(
  { token, activeOrganizationId: organizationId }: Session,
  { hasEnded = false, isSameUser = true } = {},
): Promise<void> {
  if (!hasEnded) await request(() => authClient.POST('/revoke-session', { body: { token } }))
  if (organizationId && isSameUser) {
    await request(() => authClient.POST('/organization/set-active', { body: { organizationId } }))
  }
  await refreshSession()
}
