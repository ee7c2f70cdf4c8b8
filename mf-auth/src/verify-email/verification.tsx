import { Trans } from '@lingui/react/macro'
import { Failure, Stack, startCooldown, Text, TextLink, type CallError } from 'kit'
import { useEffect, useEffectEvent, useState } from 'react'
import { mailTexts } from '../mail-texts.ts'
import { MAIL_PAUSE_S, ResendButton } from '../resend-button.tsx'
import { sendVerification, noteSent, noteUnsent, pauseOf, proofOf, wasSent } from './send-verification.ts'

const POLL_INTERVAL_MS = 5000

interface VerificationProps {
  email: string
  target: string
  proves: boolean
  onPoll: () => Promise<unknown>
}

/** Sends the first email at once, further ones on request. */
export function Verification({ email, target, proves, onPoll }: VerificationProps) {
  const subject = proves ? proofOf(email) : pauseOf(email)
  const [state, setState] = useState<'sending' | 'sent' | 'failed'>(() => (wasSent(subject) ? 'sent' : 'sending'))
  const [firstFailure, setFirstFailure] = useState<CallError | null>(null)
  const send = async () => {
    setFirstFailure(null)
    const error = await sendVerification(email, target)
    if (error) return error
    noteSent(subject)
    setState('sent')
    return null
  }
  useEffect(() => {
    if (wasSent(subject)) return
    noteSent(subject) // before the response, so that a second mount does not send it again
    void sendVerification(email, target).then((error) => {
      if (error) noteUnsent(subject)
      else startCooldown(subject, MAIL_PAUSE_S)
      setFirstFailure(error)
      setState(error ? 'failed' : 'sent')
    })
  }, [email, target, subject])
  const poll = useEffectEvent(onPoll)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void poll()
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Stack>
      <Text aria-live="polite">
        {state === 'sent' && proves ? (
          <Trans>
            We sent an email to <strong>{email}</strong>. Open its link in this browser. This page updates
            automatically.
          </Trans>
        ) : state === 'sent' ? (
          <Trans>
            We sent an email to <strong>{email}</strong>. Open its link on any device. This page updates automatically.
          </Trans>
        ) : state === 'failed' ? (
          <Trans>
            We haven’t sent an email to <strong>{email}</strong> yet.
          </Trans>
        ) : (
          <Trans>
            Sending an email to <strong>{email}</strong>…
          </Trans>
        )}
      </Text>
      <Failure error={firstFailure} texts={mailTexts} />
      {state !== 'sending' && <ResendButton subject={subject} send={send} isFirst={state === 'failed'} />}
      <Text>
        <Trans>
          Wrong email? <TextLink to="/account/profile">Change it</TextLink>
        </Trans>
      </Text>
    </Stack>
  )
}
