import { Trans, useLingui } from '@lingui/react/macro'
import { brand, Button, hasFact, LinkButton, redirectTarget, startCooldown, Text, TextLink, useLocation } from 'kit'
import { useState } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { RedirectFailure } from '../redirect-failure.tsx'
import { MAIL_PAUSE_S, ResendButton } from '../resend-button.tsx'
import { ProviderButtons } from '../social/provider-buttons.tsx'
import { sendVerification, pauseOf } from '../verify-email/send-verification.ts'
import { SignUpForm } from './sign-up-form.tsx'

/** Both states are prerendered, and the server removes one. */
export default function SignUpPage() {
  return (
    <>
      {hasFact('sign-up') && (
        <div className="kit-contents" data-when="sign-up">
          <OpenSignUp />
        </div>
      )}
      {hasFact('!sign-up') && (
        <div className="kit-contents" data-when="!sign-up">
          <ClosedSignUp />
        </div>
      )}
    </>
  )
}

/** For users who already have an account. Also on the page of a further account. */
function useSignInUrl(): string {
  const { pathname, search } = useLocation()
  return `${/^\/add-account\b/i.test(pathname) ? '/add-account' : '/sign-in'}${search}`
}

function ClosedSignUp() {
  const { t } = useLingui()
  return (
    <MarkedPage title={t`Sign up`} heading={t`Sign-up is closed`}>
      <Text>{t`You can’t create a new account here right now. If you already have one, sign in.`}</Text>
      <LinkButton to={useSignInUrl()}>{t`Sign in`}</LinkButton>
    </MarkedPage>
  )
}

function OpenSignUp() {
  const { t } = useLingui()
  const signInUrl = useSignInUrl()
  const [emailedTo, setEmailedTo] = useState<string>()
  const onEmailed = (email: string) => {
    startCooldown(pauseOf(email), MAIL_PAUSE_S)
    setEmailedTo(email)
  }
  if (emailedTo) return <CheckMailbox email={emailedTo} onBack={() => setEmailedTo(undefined)} />
  return (
    <MarkedPage title={t`Sign up`} heading={t`Create your account`}>
      <RedirectFailure />
      <ProviderButtons />
      {hasFact('passwords') && (
        <div className="kit-contents" data-when="passwords">
          <SignUpForm onVerificationEmailed={onEmailed} />
        </div>
      )}
      <Agreement />
      <Text className="kit-panel-end">
        <Trans>
          Already have an account? <TextLink to={signInUrl}>Sign in</TextLink>
        </Trans>
      </Text>
    </MarkedPage>
  )
}

// The lines are the same in the font that is shown first.
const twoLines = { maw: '20rem', mih: '2lh', style: { textWrap: 'balance' } } as const

/** The prerendered page has the text, and the live page knows the URLs. */
function Agreement() {
  const terms = { className: 'mantine-Anchor-root', href: brand.termsUrl }
  const privacy = { className: 'mantine-Anchor-root', href: brand.privacyUrl }
  if (!hasFact('terms')) return null
  return (
    <>
      {hasFact('privacy') && (
        <Text size="sm" c="dimmed" {...twoLines} data-when="terms privacy">
          <Trans>
            By signing up you agree to the <a {...terms}>Terms</a> and the <a {...privacy}>Privacy policy</a>.
          </Trans>
        </Text>
      )}
      {hasFact('!privacy') && (
        <Text size="sm" c="dimmed" data-when="terms !privacy">
          <Trans>
            By signing up you agree to the <a {...terms}>Terms</a>.
          </Trans>
        </Text>
      )}
    </>
  )
}

/** Shown when verification is required; the same for a registered email (account enumeration). */
function CheckMailbox({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <MarkedPage title={t`Check your email`}>
      <Text>
        <Trans>
          We sent an email to <strong>{email}</strong>. Open its link to verify your email, then sign in.
        </Trans>
      </Text>
      <ResendButton subject={pauseOf(email)} send={() => sendVerification(email, redirectTarget(search))} />
      <Button variant="subtle" onClick={onBack}>{t`Use another email`}</Button>
      <TextLink to={useSignInUrl()}>{t`Sign in`}</TextLink>
    </MarkedPage>
  )
}
