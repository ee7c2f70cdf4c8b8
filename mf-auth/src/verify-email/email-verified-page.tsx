import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
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
  useSession,
  type User,
  Waiting,
  withRedirectTarget,
} from 'kit'
import { useEffect, useState } from 'react'
import { ResendButton } from '../resend-button.tsx'
import { mailVerification, pauseOf } from './mail-verification.ts'
import { ProveForm } from './prove-form.tsx'

/**
 * The mailed link that confirms or changes an address ends here, with `?error=` when it did not work. What is true of the address
 * now, the session says, not the link: it may be the first of two, opened twice, or none. Other tabs hear of it and go on.
 */
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
      <PanelPage title={t`Your e-mail address`}>
        <Waiting />
      </PanelPage>
    )
  }
  const email = toProve?.data?.email
  if (email) {
    return (
      <PanelPage title={t`Your e-mail address is verified`}>
        <ProveForm email={email} />
      </PanelPage>
    )
  }
  if (session.status !== 'signed-in') return <SignedOut code={code} />
  return session.user.emailVerified ? (
    <Verified user={session.user} code={code} />
  ) : (
    <Unverified user={session.user} code={code} />
  )
}

interface Props {
  user: User
  code: string | null
}

/** A change may wait for the link in the new mailbox. */
function Verified({ user: { email }, code }: Props) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const errorText = useErrorText()
  const [pending] = useRequest('pending-email-change', () => request(() => authClient.GET('/pending-email-change')))
  const newEmail = pending?.data?.linkMailedTo === pending?.data?.newEmail ? pending?.data?.newEmail : undefined
  const title = newEmail
    ? t`One step is left`
    : code
      ? t`Your e-mail address stays as it was`
      : t`Your e-mail address is verified`
  return (
    <PanelPage title={pending ? title : t`Your e-mail address`}>
      {!pending ? (
        <Waiting />
      ) : (
        <Stack>
          <Text>
            {newEmail ? (
              <Trans>
                Now open the link in the mail to <strong>{newEmail}</strong>. Until then your address stays{' '}
                <strong>{email}</strong>.
              </Trans>
            ) : code ? (
              errorText({ code })
            ) : (
              <Trans>
                The address of your account is <strong>{email}</strong>.
              </Trans>
            )}
          </Text>
          <LinkButton to={target}>{t`Continue`}</LinkButton>
        </Stack>
      )}
    </PanelPage>
  )
}

/** After the first link of a change, or after none that worked. */
function Unverified({ user: { email }, code }: Props) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const errorText = useErrorText()
  return (
    <PanelPage title={code ? t`The address was not verified` : t`One step is left`}>
      {code && <Text>{errorText({ code })}</Text>}
      <Text>
        <Trans>
          The address of your account is <strong>{email}</strong>, but it is not verified yet. Open the link in the mail
          to it, or have it sent again.
        </Trans>
      </Text>
      <ResendButton subject={pauseOf(email)} send={() => mailVerification(email, target)} />
      <LinkButton to={target} variant="subtle">{t`Not now`}</LinkButton>
    </PanelPage>
  )
}

/** Without a session nobody can say whose link it was. */
function SignedOut({ code }: { code: string | null }) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const errorText = useErrorText()
  return (
    <PanelPage title={code ? t`The address was not verified` : t`Sign in to continue`}>
      <Text>
        {code ? (
          errorText({ code })
        ) : (
          <Trans>If you have just opened the link in our mail, your e-mail address is verified.</Trans>
        )}
      </Text>
      <LinkButton to={withRedirectTarget('/sign-in', target)}>{t`Sign in`}</LinkButton>
    </PanelPage>
  )
}
