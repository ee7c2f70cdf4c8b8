import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Failure,
  loadSession,
  Navigate,
  PanelPage,
  redirectTarget,
  request,
  Stack,
  startCooldown,
  Text,
  TextLink,
  useLocation,
  useSession,
  type CallError,
} from 'kit'
import { useEffect, useRef, useState } from 'react'
import { mailTexts } from '../credential-texts.ts'
import { MAIL_PAUSE_S, ResendButton } from '../resend-button.tsx'
import { mailVerification, noteMailed, noteNotMailed, pauseOf, proofOf, wasMailed } from './mail-verification.ts'

/** How often it looks whether the link was opened in another browser. */
const LOOK_AGAIN_MS = 5000

/**
 * Asks a signed-in user to verify the address, and goes on by itself when the mailed link was opened, wherever that was. With `?prove` it
 * has to be opened in this browser: only so it proves that the address is theirs.
 */
export function VerifyEmailPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  const [isProved, setProved] = useState(false)
  if (session.status !== 'signed-in') return null
  const { email, emailVerified } = session.user
  const target = redirectTarget(search)
  const proves = new URLSearchParams(search).has('prove')
  if (proves ? isProved : emailVerified) return <Navigate to={target} replace />
  const look = async () => {
    if (!proves) return loadSession()
    const { data } = await request(() => authClient.GET('/address-to-prove'))
    if (data?.isProved) setProved(true)
  }
  return (
    <PanelPage title={t`Verify your e-mail address`}>
      <Verification key={email} email={email} target={target} proves={proves} onLook={look} />
    </PanelPage>
  )
}

interface VerificationProps {
  email: string
  target: string
  proves: boolean
  onLook: () => Promise<unknown>
}

/** Whoever comes here wants the mail: the first one is sent at once, those after it by a button. */
function Verification({ email, target, proves, onLook }: VerificationProps) {
  const subject = proves ? proofOf(email) : pauseOf(email)
  const [state, setState] = useState<'sending' | 'sent' | 'failed'>(() => (wasMailed(subject) ? 'sent' : 'sending'))
  const [firstFailure, setFirstFailure] = useState<CallError | null>(null)
  const send = async () => {
    setFirstFailure(null)
    const error = await mailVerification(email, target)
    if (error) return error
    noteMailed(subject)
    setState('sent')
    return null
  }
  useEffect(() => {
    if (wasMailed(subject)) return
    noteMailed(subject) // before the answer, so that it is sent once however often the page is drawn
    void mailVerification(email, target).then((error) => {
      if (error) noteNotMailed(subject)
      else startCooldown(subject, MAIL_PAUSE_S)
      setFirstFailure(error)
      setState(error ? 'failed' : 'sent')
    })
  }, [email, target, subject])
  const look = useRef(onLook)
  useEffect(() => {
    look.current = onLook
  })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look.current()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Stack>
      <Text aria-live="polite">
        {state === 'sent' && proves ? (
          <Trans>
            We have sent a mail to <strong>{email}</strong>. Open the link in it in this browser. This page goes on by
            itself afterwards.
          </Trans>
        ) : state === 'sent' ? (
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
      {state !== 'sending' && <ResendButton subject={subject} send={send} isFirst={state === 'failed'} />}
      <Text>
        <Trans>
          Wrong address? <TextLink to="/account/profile">Change it</TextLink>
        </Trans>
      </Text>
    </Stack>
  )
}
