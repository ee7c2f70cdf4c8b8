import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Button,
  EmailField,
  Form,
  hasFact,
  Navigate,
  redirectTarget,
  request,
  startCooldown,
  Stack,
  SubmitButton,
  Text,
  TextLink,
  useCredentialRules,
  useForm,
  useFormat,
  useLocation,
  withRedirectTarget,
  trimAddress,
} from 'kit'
import { useState } from 'react'
import { forgottenTexts } from '../mail-texts.ts'
import { MarkedPage } from '../marked-page.tsx'
import { MAIL_PAUSE_S, ResendButton } from '../resend-button.tsx'
import { ownUrl } from '../return-url.ts'
import { useTypedEmail } from '../typed-email.ts'

/** Prevents account enumeration: the text is the same for unknown emails. */
export default function ForgotPasswordPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const typed = useTypedEmail()
  const [emailedTo, setEmailedTo] = useState<string>()
  if (!hasFact('passwords')) return <Navigate to={`/sign-in${search}`} replace />
  return (
    <MarkedPage
      title={t`Reset your password`}
      description={!emailedTo && t`We’ll email you a link to choose a new one.`}
    >
      {emailedTo ? (
        <Mailed email={emailedTo} onBack={() => setEmailedTo(undefined)} />
      ) : (
        <AskForm onEmailed={setEmailedTo} />
      )}
      <Text className="kit-panel-end">
        <TextLink to={`/sign-in${search}`} state={{ email: emailedTo ?? typed }}>{t`Back to sign-in`}</TextLink>
      </Text>
    </MarkedPage>
  )
}

function AskForm({ onEmailed }: { onEmailed: (email: string) => void }) {
  const { t } = useLingui()
  const { search } = useLocation()
  const form = useForm({
    initial: { email: useTypedEmail() },
    texts: forgottenTexts,
    validate: ({ email }) => ({ email: !trimAddress(email) && 'EMAIL_MISSING' }),
    fieldOf: { VALIDATION_ERROR: 'email', INVALID_EMAIL: 'email' },
    submit: async ({ email }) => {
      const address = trimAddress(email)
      const error = await sendLink(address, search)
      if (error) return error
      startCooldown(pauseOf(address), MAIL_PAUSE_S)
      onEmailed(address)
      return null
    },
  })
  return (
    <Form form={form}>
      <EmailField {...form.field('email')} label={t`Email`} />
      <SubmitButton>{t`Send link`}</SubmitButton>
    </Form>
  )
}

function Mailed({ email, onBack }: { email: string; onBack: () => void }) {
  const { search } = useLocation()
  const format = useFormat()
  const { resetLinkExpiresIn } = useCredentialRules()
  const time = resetLinkExpiresIn && format.duration(resetLinkExpiresIn)
  return (
    <Stack>
      <Text>
        <Trans>
          If <strong>{email}</strong> has an account, we sent it a link.
        </Trans>{' '}
        {time && <Trans>It works for {time}.</Trans>}
      </Text>
      <ResendButton subject={pauseOf(email)} send={() => sendLink(email, search)} />
      <Button variant="subtle" onClick={onBack}>
        <Trans>Use another email</Trans>
      </Button>
    </Stack>
  )
}

const pauseOf = (email: string) => `reset ${email}`

/** The emailed link leads to the new password, and from there to `?redirectTo=` of `search`. */
async function sendLink(email: string, search: string) {
  const body = { email, redirectTo: ownUrl(withRedirectTarget('/reset-password', redirectTarget(search))) }
  const { error } = await request(() => authClient.POST('/request-password-reset', { body }))
  return error
}
