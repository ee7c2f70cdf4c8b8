import { useLingui } from '@lingui/react/macro'
import { LinkButton, refreshSession, Text, useErrorText, useLocation, useSession } from 'kit'
import { useEffect } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { NextStep } from '../next-step.tsx'

/** The target of the emailed link that deletes an account; a failure is in `?error=`. */
export default function GoodbyePage() {
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
      <MarkedPage title={t`Your account is deleted`}>
        <NextStep to="/" variant="default" link={t`Home`}>
          {t`Everything in it is gone for good. You can create a new one at any time.`}
        </NextStep>
      </MarkedPage>
    )
  }
  return (
    <MarkedPage title={t`Nothing was deleted`}>
      {code && <Text>{errorText({ code })}</Text>}
      {isSignedIn ? (
        <LinkButton to="/account/delete" variant="default">{t`Delete account`}</LinkButton>
      ) : (
        <NextStep to="/sign-in?redirectTo=%2Faccount%2Fdelete" link={t`Sign in`}>
          {t`If you already deleted your account, there’s nothing left to do.`}
        </NextStep>
      )}
    </MarkedPage>
  )
}
