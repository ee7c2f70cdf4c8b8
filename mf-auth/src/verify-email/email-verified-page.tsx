import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  emailOf,
  LinkButton,
  PanelPage,
  redirectTarget,
  request,
  refreshSession,
  Stack,
  Text,
  useErrorText,
  useLocation,
  useRequest,
  type User,
  useSession,
  Waiting,
  withRedirectTarget,
} from 'kit'
import { useEffect, useState } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { NextStep } from '../next-step.tsx'
import { ResendButton } from '../resend-button.tsx'
import { ProveForm } from './prove-form.tsx'
import { sendVerification, pauseOf } from './send-verification.ts'

/** Shows the session's state: the link may be the first of two, opened twice, or invalid. */
export default function EmailVerifiedPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    void refreshSession().then(() => setAsked(true))
  }, [])
  const code = new URLSearchParams(search).get('error')
  const errorText = useErrorText()
  const problem = code ? errorText({ code }) : null
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
  if (session.status !== 'signed-in') return <SignedOut problem={problem} />
  return session.user.emailVerified ? (
    <Verified user={session.user} problem={problem} />
  ) : (
    <Unverified user={session.user} problem={problem} />
  )
}

/** Without a session, the link's account is unknown. */
function SignedOut({ problem }: { problem: string | null }) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  return (
    <MarkedPage title={problem ? t`Email not verified` : t`Sign in to continue`}>
      <NextStep to={withRedirectTarget('/sign-in', target)} link={t`Sign in`}>
        {problem ?? t`If you just opened the link in our email, your email is verified.`}
      </NextStep>
    </MarkedPage>
  )
}

interface SignedInProps {
  user: User
  problem: string | null
}

/** A pending change may still need the link in the new mailbox. */
function Verified({ user: { email }, problem }: SignedInProps) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const [pending] = useRequest('pending-email-change', () => request(() => authClient.GET('/pending-email-change')))
  const change = pending?.data
  const newEmail = change?.linkSentTo === change?.newEmail ? change?.newEmail : undefined
  const title = newEmail ? t`One step left` : problem ? t`Your email hasn’t changed` : t`Your email is verified`
  return (
    <PanelPage title={pending ? title : t`Your email`}>
      {!pending ? (
        <Waiting />
      ) : (
        <Stack>
          <Text>
            {newEmail ? (
              <Trans>
                Now open the link we sent to <strong>{newEmail}</strong>. Until then, your email stays{' '}
                <strong>{email}</strong>.
              </Trans>
            ) : (
              (problem ?? (
                <Trans>
                  Your account’s email is <strong>{email}</strong>.
                </Trans>
              ))
            )}
          </Text>
          <LinkButton to={target}>{t`Continue`}</LinkButton>
        </Stack>
      )}
    </PanelPage>
  )
}

/** After the first link of a change, or after an invalid link. */
function Unverified({ user: { email }, problem }: SignedInProps) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  return (
    <PanelPage title={problem ? t`Email not verified` : t`One step left`}>
      {problem && <Text>{problem}</Text>}
      {emailOf({ email }) && (
        <>
          <Text>
            <Trans>
              Your account’s email is <strong>{email}</strong>, but it isn’t verified yet. Open the link we sent there,
              or have it sent again.
            </Trans>
          </Text>
          <ResendButton subject={pauseOf(email)} send={() => sendVerification(email, target)} />
        </>
      )}
      <LinkButton to={target} variant="subtle">{t`Not now`}</LinkButton>
    </PanelPage>
  )
}
