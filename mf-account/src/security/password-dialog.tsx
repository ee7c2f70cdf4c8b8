import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, Dialog, Form, getSession, PasswordField, request, sessionChanged, SubmitButton, Text, useForm, type User } from 'kit' // prettier-ignore
import { accountTexts } from '../account-texts.ts'

interface Props {
  opened: boolean
  user: User
  onClose: () => void
  /** Repeats what needed the fresh session. */
  onConfirmed: () => Promise<void>
}

/** Signs in again where a sensitive action wants a fresh session; the new session takes the old one's place. */
export function PasswordDialog({ opened, user, onClose, onConfirmed }: Props) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} title={t`Enter your password`} onClose={onClose}>
      <Text>
        <Trans>You signed in a while ago. For your safety, enter your password to go on.</Trans>
      </Text>
      <PasswordDialogForm user={user} onConfirmed={onConfirmed} />
    </Dialog>
  )
}

function PasswordDialogForm({ user, onConfirmed }: Pick<Props, 'user' | 'onConfirmed'>) {
  const { t } = useLingui()
  const form = useForm({
    initial: { password: '' },
    texts: accountTexts,
    validate: ({ password }) => ({ password: !password && 'CURRENT_PASSWORD_MISSING' }),
    fieldOf: { INVALID_EMAIL_OR_PASSWORD: 'password' },
    submit: async ({ password }) => {
      const before = getSession()
      const body = { email: user.email, password }
      const { error } = await request(() => authClient.POST('/sign-in/email', { body }))
      if (error) return error
      if (before.status === 'signed-in') {
        await request(() => authClient.POST('/revoke-session', { body: { token: before.session.token } }))
      }
      await sessionChanged()
      await onConfirmed()
      return null
    },
  })
  return (
    <Form form={form}>
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <SubmitButton>
        <Trans>Go on</Trans>
      </SubmitButton>
    </Form>
  )
}
