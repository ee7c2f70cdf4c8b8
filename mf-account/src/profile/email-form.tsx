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
  type User,
} from 'kit'
import { useState } from 'react'
import { emailTexts } from '../account-texts.ts'
import { listAccounts } from '../list-accounts.ts'
import { FreshSessionDialog } from '../security/fresh-session-dialog.tsx'

/** Users of providers that tell no address have one that reaches nobody. */
const isPlaceholder = (email: string): boolean => email.endsWith('.noreply.invalid')

/** A question for the reader that the sending waits for. */
interface StepUp {
  hasPassword: boolean
  settle: (isFresh: boolean) => void
}

/**
 * A verified address changes through a link that is mailed to it; one that was never verified changes at once. Where the
 * sign-in is too long ago, it is proved first who asks.
 */
export function EmailForm({ user }: { user: User }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState(false)
  const [stepUp, setStepUp] = useState<StepUp | null>(null)
  const becomeFresh = async () => {
    const { data } = await listAccounts()
    const hasPassword = data?.some(({ provider }) => provider === 'credential') ?? true
    return new Promise<boolean>((settle) => setStepUp({ hasPassword, settle }))
  }
  const settle = (isFresh: boolean) => {
    stepUp?.settle(isFresh)
    setStepUp(null)
  }
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
      const change = () => request(() => authClient.POST('/change-email', { body }))
      let { error } = await change()
      if (error?.code === 'SESSION_IS_NOT_FRESH') {
        if (!(await becomeFresh())) return null
        error = (await change()).error
      }
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
      {/* Beside the form: what is sent in the dialog would else send the form too. */}
      <FreshSessionDialog
        opened={stepUp !== null}
        user={user}
        hasPassword={stepUp?.hasPassword ?? true}
        onClose={() => settle(false)}
        onConfirmed={async () => settle(true)}
      />
    </>
  )
}
