import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, request, refreshSession, useFailure } from 'kit'
import { otherAccountTexts } from '../credential-texts.ts'

/** Those who are signed in in this browser, the present account among them. */
export const listBrowserAccounts = () => request(() => authClient.GET('/multi-session/list-device-sessions'))

type BrowserAccount = NonNullable<Awaited<ReturnType<typeof listBrowserAccounts>>['data']>[number]

/** The other accounts of this browser: one of them may be the one that the invitation is for. */
export function OtherAccounts({ accounts }: { accounts: BrowserAccount[] }) {
  const { failure, failed } = useFailure(otherAccountTexts)
  const change = async (sessionToken: string) => {
    const { error } = await request(() => authClient.POST('/multi-session/set-active', { body: { sessionToken } }))
    if (!failed(error)) await refreshSession()
  }
  return (
    <>
      {failure}
      {accounts.map(({ session, user: { email } }) => (
        <ActionButton key={session.id} onAct={() => change(session.token)}>
          <Trans>Continue as {email}</Trans>
        </ActionButton>
      ))}
    </>
  )
}
