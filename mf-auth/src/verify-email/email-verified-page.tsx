import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  redirectTarget,
  request,
  refreshSession,
  useErrorText,
  useLocation,
  useRequest,
  useSession,
  Waiting,
  withRedirectTarget,
} from 'kit'
import { useEffect, useState } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { NextStep } from '../next-step.tsx'
import { Unverified, Verified } from './email-verified.tsx'
import { ProveForm } from './prove-form.tsx'

/** Shows the session's state: the link may be the first of two, opened twice, or invalid. */
export function EmailVerifiedPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    void refreshSession().then(() => setAsked(true))
  }, [])
  const code = new URLSearchParams(search).get('error')
  const [toProve] = useRequest(code ? null : 'address-to-prove', () =>
    request(() => authClient.GET('/address-to-prove')),
  )

  if (!isAsked || session.status === 'loading' || !(code || toProve)) {
    return (
      <MarkedPage title={t`Your email`}>
        <Waiting />
      </MarkedPage>
    )
  }
  const email = toProve?.data?.email
  if (email) {
    return (
      <MarkedPage title={t`Your email is verified`}>
        <ProveForm email={email} />
      </MarkedPage>
    )
  }
  if (session.status !== 'signed-in') return <SignedOut code={code} />
  return session.user.emailVerified ? (
    <Verified user={session.user} code={code} />
  ) : (
    <Unverified user={session.user} code={code} />
  )
}

/** Without a session, the link's account is unknown. */
function SignedOut({ code }: { code: string | null }) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const errorText = useErrorText()
  return (
    <MarkedPage title={code ? t`Email not verified` : t`Sign in to continue`}>
      <NextStep to={withRedirectTarget('/sign-in', target)} link={t`Sign in`}>
        {code ? (
          errorText({ code })
        ) : (
          <Trans>If you just opened the link in our email, your address is verified.</Trans>
        )}
      </NextStep>
    </MarkedPage>
  )
}
