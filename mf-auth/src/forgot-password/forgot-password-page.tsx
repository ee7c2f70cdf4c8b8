import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Button,
  EmailField,
  Form,
  Page,
  Panel,
  redirectTarget,
  request,
  startCooldown,
  Stack,
  SubmitButton,
  Text,
  TextLink,
  useForm,
  useLocation,
  withRedirectTarget,
} from 'kit'
import { useState } from 'react'
import { forgottenTexts } from '../credential-texts.ts'
import { MAIL_PAUSE_S, ResendButton } from '../resend-button.tsx'
import { ownUrl } from '../return-url.ts'
import { useTypedAddress } from '../typed-address.ts'

/** Prevents account enumeration: the text is the same for unknown emails. */
export function ForgotPasswordPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const typed = useTypedAddress()
  const [mailedTo, setMailedTo] = useState<string>()
  return (
    <Page
      title={t`Reset your password`}
      description={!mailedTo && t`We send you a mail with a link to choose a new one.`}
      width="narrow"
    >
      <Panel>
        {mailedTo ? (
          <Mailed email={mailedTo} onBack={() => setMailedTo(undefined)} />
        ) : (
          <AskForm onMailed={setMailedTo} />
        )}
      </Panel>
      <Text ta="center">
        <TextLink to={`/sign-in${search}`} state={{ email: mailedTo ?? typed }}>{t`Back to sign-in`}</TextLink>
      </Text>
    </Page>
  )
}

function AskForm({ onMailed }: { onMailed: (email: string) => void }) {
  const { t } = useLingui()
  const { search } = useLocation()
  const form = useForm({
    initial: { email: useTypedAddress() },
    texts: forgottenTexts,
    validate: ({ email }) => ({ email: !email.trim() && 'EMAIL_MISSING' }),
    fieldOf: { VALIDATION_ERROR: 'email', INVALID_EMAIL: 'email' },
    submit: async ({ email }) => {
      const error = await mailLink(email.trim(), search)
      if (error) return error
      startCooldown(pauseOf(email.trim()), MAIL_PAUSE_S)
      onMailed(email.trim())
      return null
    },
  })
  return (
    <Form form={form}>
      <EmailField {...form.field('email')} label={t`E-mail`} />
      <SubmitButton>
        <Trans>Send the link</Trans>
      </SubmitButton>
    </Form>
  )
}

function Mailed({ email, onBack }: { email: string; onBack: () => void }) {
  const { search } = useLocation()
  return (
    <Stack>
      <Text>
        <Trans>
          If there is an account with the address <strong>{email}</strong>, a mail with a link is on its way. The link
          works for a limited time.
        </Trans>
      </Text>
      <ResendButton subject={pauseOf(email)} send={() => mailLink(email, search)} />
      <Button variant="subtle" onClick={onBack}>
        <Trans>Use another address</Trans>
      </Button>
    </Stack>
  )
}

const pauseOf = (email: string) => `reset ${email}`

/** The emailed link leads to the new password, and from there to `?redirectTo=` of `search`. */
async function mailLink(email: string, search: string) {
  const body = { email, redirectTo: ownUrl(withRedirectTarget('/reset-password', redirectTarget(search))) }
  const { error } = await request(() => authClient.POST('/request-password-reset', { body }))
  return error
}
