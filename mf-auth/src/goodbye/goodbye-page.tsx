import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, PanelPage, refreshSession, Text, useErrorText, useLocation, useSession } from 'kit'
import { useEffect } from 'react'
import { NextStep } from '../next-step.tsx'

/** The target of the emailed link that deletes an account; a failure is in `?error=`. */
export function GoodbyePage() {
  const { t } = useLingui()
  const session = useSession()
  const errorText = useErrorText()
  const code = new URLSearchParams(useLocation().search).get('error')
  const isSignedIn = session.status === 'signed-in'
  useEffect(() => {
    void refreshSession()
  }, [])
  if (!code && !isSignedIn) {
    return (
      <PanelPage title={t`Goodbye`}>
        <NextStep to="/" variant="default" link={t`To the start page`}>
          <Trans>
            If you have just deleted your account, it is gone for good with everything in it. You are welcome to come
            back with a new one at any time.
          </Trans>
        </NextStep>
      </PanelPage>
    )
  }
  return (
    <PanelPage title={t`Nothing was deleted`}>
      {code && <Text>{errorText({ code })}</Text>}
      {isSignedIn ? (
        <LinkButton to="/account/delete" variant="default">{t`Delete the account`}</LinkButton>
      ) : (
        <NextStep to="/sign-in?redirectTo=%2Faccount%2Fdelete" link={t`Sign in`}>
          <Trans>If you have deleted the account before, there is nothing left to do.</Trans>
        </NextStep>
      )}
    </PanelPage>
  )
}
