import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, emailOf, request, refreshSession, useFailure } from 'kit'
import { otherAccountTexts } from '../credential-texts.ts'

/** Includes the current account. */
export const listBrowserAccounts = () => request(() => authClient.GET('/multi-session/list-device-sessions'))

type BrowserAccount = NonNullable<Awaited<ReturnType<typeof listBrowserAccounts>>['data']>[number]

/** Offers the other accounts of this browser, one of which may be the invited one. */
export function OtherAccounts({ accounts }: { accounts: BrowserAccount[] }) {
  const { failure, failed } = useFailure(otherAccountTexts)
  const change = async (sessionToken: string) => {
    const { error } = await request(() => authClient.POST('/multi-session/set-active', { body: { sessionToken } }))
    if (!failed(error)) await refreshSession()
  }
  return (
    <>
      {failure}
      {accounts.map(({ session, user }) => {
        const email = emailOf(user) ?? user.name
        return (
          <ActionButton key={session.id} onAct={() => change(session.token)}>
            <Trans>Continue as {email}</Trans>
          </ActionButton>
        )
      })}
    </>
  )
}
