import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  LinkButton,
  PanelPage,
  redirectTarget,
  request,
  Stack,
  Text,
  useErrorText,
  useLocation,
  useRequest,
  type User,
  Waiting,
} from 'kit'
import { ResendButton } from '../resend-button.tsx'
import { sendVerification, pauseOf } from './send-verification.ts'

interface Props {
  user: User
  code: string | null
}

/** A pending change may still need the link in the new mailbox. */
export function Verified({ user: { email }, code }: Props) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const errorText = useErrorText()
  const [pending] = useRequest('pending-email-change', () => request(() => authClient.GET('/pending-email-change')))
  const change = pending?.data
  const newEmail = change?.linkSentTo === change?.newEmail ? change?.newEmail : undefined
  const title = newEmail ? t`One step left` : code ? t`Your email hasn’t changed` : t`Your email is verified`
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
            ) : code ? (
              errorText({ code })
            ) : (
              <Trans>
                Your account’s email is <strong>{email}</strong>.
              </Trans>
            )}
          </Text>
          <LinkButton to={target}>{t`Continue`}</LinkButton>
        </Stack>
      )}
    </PanelPage>
  )
}

/** After the first link of a change, or after an invalid link. */
export function Unverified({ user: { email }, code }: Props) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const errorText = useErrorText()
  return (
    <PanelPage title={code ? t`Email not verified` : t`One step left`}>
      {code && <Text>{errorText({ code })}</Text>}
      <Text>
        <Trans>
          Your account’s email is <strong>{email}</strong>, but it isn’t verified yet. Open the link we sent there, or
          have it sent again.
        </Trans>
      </Text>
      <ResendButton subject={pauseOf(email)} send={() => sendVerification(email, target)} />
      <LinkButton to={target} variant="subtle">{t`Not now`}</LinkButton>
    </PanelPage>
  )
}
