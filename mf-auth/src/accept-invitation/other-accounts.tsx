import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, request, sessionChanged, useRequest, type User } from 'kit'

/** The other accounts of this browser: one of them may be the one that the invitation is for. */
export function OtherAccounts({ user }: { user: User }) {
  const [answer] = useRequest('device sessions', () =>
    request(() => authClient.GET('/multi-session/list-device-sessions')),
  )
  const others = answer?.data?.filter((active) => active.user.id !== user.id) ?? []
  return others.map(({ session, user: { email } }) => (
    <ActionButton key={session.id} onAct={() => change(session.token)}>
      <Trans>Continue as {email}</Trans>
    </ActionButton>
  ))
}

async function change(sessionToken: string): Promise<void> {
  await request(() => authClient.POST('/multi-session/set-active', { body: { sessionToken } }))
  await sessionChanged()
}
