import { Trans, useLingui } from '@lingui/react/macro'
import {
  Failure,
  loadSession,
  Navigate,
  Page,
  Panel,
  redirectTarget,
  Stack,
  startCooldown,
  Text,
  TextLink,
  useLocation,
  useSession,
  type CallError,
} from 'kit'
import { useEffect, useState } from 'react'
import { mailTexts } from '../credential-texts.ts'
import { MAIL_PAUSE_S, ResendButton } from '../resend-button.tsx'
import { mailVerification, noteMailed, noteNotMailed, pauseOf, wasMailed } from './mail-verification.ts'

/** How often it looks whether the link was opened in another browser. */
const LOOK_AGAIN_MS = 5000

/** Asks a signed-in user to verify the address; goes on by itself when the mailed link was opened, wherever that was. */
export function VerifyEmailPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { email, emailVerified } = session.user
  const target = redirectTarget(search)
  if (emailVerified) return <Navigate to={target} replace />
  return (
    <Page title={t`Verify your e-mail address`} width="narrow">
      <Panel>
        <Verification key={email} email={email} target={target} />
      </Panel>
    </Page>
  )
}

/** Whoever comes here wants the mail: the first one is sent at once, those after it by a button. */
function Verification({ email, target }: { email: string; target: string }) {
  const [state, setState] = useState<'sending' | 'sent' | 'failed'>(() => (wasMailed(email) ? 'sent' : 'sending'))
  const [firstFailure, setFirstFailure] = useState<CallError | null>(null)
  const send = async () => {
    setFirstFailure(null)
    const error = await mailVerification(email, target)
    if (error) return error
    noteMailed(email)
    setState('sent')
    return null
  }
  useEffect(() => {
    if (wasMailed(email)) return
    noteMailed(email) // before the answer, so that it is sent once however often the page is drawn
    void mailVerification(email, target).then((error) => {
      if (error) noteNotMailed(email)
      else startCooldown(pauseOf(email), MAIL_PAUSE_S)
      setFirstFailure(error)
      setState(error ? 'failed' : 'sent')
    })
  }, [email, target])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loadSession()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Stack>
      <Text aria-live="polite">
        {state === 'sent' ? (
          <Trans>
            We have sent a mail to <strong>{email}</strong>. Open the link in it, on whatever device. This page goes on
            by itself afterwards.
          </Trans>
        ) : state === 'failed' ? (
          <Trans>
            No mail has been sent to <strong>{email}</strong> yet.
          </Trans>
        ) : (
          <Trans>
            Sending a mail to <strong>{email}</strong> …
          </Trans>
        )}
      </Text>
      <Failure error={firstFailure} texts={mailTexts} />
      {state !== 'sending' && <ResendButton subject={pauseOf(email)} send={send} isFirst={state === 'failed'} />}
      <Text>
        <Trans>
          Wrong address? <TextLink to="/account/profile">Change it</TextLink>
        </Trans>
      </Text>
    </Stack>
  )
}
