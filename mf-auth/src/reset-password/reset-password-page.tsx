import { Trans, useLingui } from '@lingui/react/macro'
import { redirectTarget, useLocation, useSession, withRedirectTarget } from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { MarkedPage } from '../marked-page.tsx'
import { NextStep } from '../next-step.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

/** The emailed link contains a token, or `?error=` if it was used or has expired. */
export default function ResetPasswordPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const [end, setEnd] = useState<'done' | 'dead'>()
  const isDead = new URLSearchParams(search).has('error') || end === 'dead'
  const token = useEmailedToken()
  const { status } = useSession()
  return (
    <MarkedPage title={t`Choose a new password`}>
      {end === 'done' && status === 'signed-in' ? (
        <NextStep to="/account/security" link={t`Continue`}>
          {t`Your password is set. You stay signed in here; all other devices are signed out.`}
        </NextStep>
      ) : end === 'done' ? (
        <NextStep to={`/sign-in${search}`} link={t`Sign in`}>
          {t`Your password is changed and all devices are signed out. Sign in with the new one.`}
        </NextStep>
      ) : isDead ? (
        <NextStep to={withRedirectTarget('/forgot-password', redirectTarget(search))} link={t`Send a new link`}>
          {t`This link has expired or was already used. Request a new one.`}
        </NextStep>
      ) : token ? (
        <ResetPasswordForm token={token} onDone={() => setEnd('done')} onDeadLink={() => setEnd('dead')} />
      ) : (
        // After a reload, the token is gone, but the emailed link may still work.
        <NextStep to="/forgot-password" variant="default" link={t`Send a new link`}>
          <Trans>
            Open the link in our email to choose a new password. If you did and then reloaded this page, open it again:
            for your security, the page doesn’t keep it.
          </Trans>
        </NextStep>
      )}
    </MarkedPage>
  )
}
