import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  EmailField,
  Form,
  Notice,
  request,
  sessionChanged,
  Stack,
  SubmitButton,
  Text,
  TextLink,
  useForm,
  useStepUp,
  type User,
} from 'kit'
import { useState } from 'react'
import { emailTexts } from '../account-texts.ts'

/** Users of providers that tell no address have one that reaches nobody. */
const isPlaceholder = (email: string): boolean => email.endsWith('.noreply.invalid')

/**
 * A verified address changes through a link that is mailed to it; one that was never verified changes at once. Where the
 * sign-in is too long ago, it is proved first who asks.
 */
export function EmailForm({ user }: { user: User }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState(false)
  const { freshly, stepUp } = useStepUp()
  const { email, emailVerified } = user
  const form = useForm({
    initial: { newEmail: '' },
    texts: emailTexts,
    validate: ({ newEmail }) => ({ newEmail: !newEmail.trim() && 'EMAIL_MISSING' }),
    fieldOf: {
      VALIDATION_ERROR: 'newEmail',
      INVALID_EMAIL: 'newEmail',
      EMAIL_IS_THE_SAME: 'newEmail',
      COULDNT_UPDATE_YOUR_EMAIL: 'newEmail',
    },
    submit: async ({ newEmail }) => {
      const body = { newEmail: newEmail.trim(), callbackURL: '/email-verified?redirectTo=%2Faccount%2Fprofile' }
      const error = await freshly(async () => (await request(() => authClient.POST('/change-email', { body }))).error)
      if (error) return error
      setAsked(emailVerified)
      form.reset()
      await sessionChanged()
      return null
    },
  })
  return (
    <>
      <Form form={form}>
        <Notice>{asked && <Trans>We have sent a mail to {email}. The link in it confirms the change.</Trans>}</Notice>
        {isPlaceholder(email) ? (
          <Text>
            <Trans>
              We do not know your address yet. Give one, so that we can reach you and you can reset a password.
            </Trans>
          </Text>
        ) : (
          <Text>
            {emailVerified ? (
              <strong>{email}</strong>
            ) : (
              <Trans>
                <strong>{email}</strong> is not verified yet.{' '}
                <TextLink to="/verify-email?redirectTo=%2Faccount%2Fprofile">Verify it</TextLink>
              </Trans>
            )}
          </Text>
        )}
        <EmailField {...form.field('newEmail')} label={t`New e-mail address`} />
        <Stack align="start">
          <SubmitButton variant="default">
            <Trans>Change the address</Trans>
          </SubmitButton>
        </Stack>
      </Form>
      {stepUp}
    </>
  )
}
