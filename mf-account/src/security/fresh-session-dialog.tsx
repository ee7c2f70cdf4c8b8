import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Dialog,
  Form,
  getSession,
  PasswordField,
  request,
  sessionChanged,
  signOut,
  SubmitButton,
  Text,
  useForm,
  type User,
} from 'kit'
import { accountTexts } from '../account-texts.ts'

interface Props {
  opened: boolean
  user: User
  hasPassword: boolean
  onClose: () => void
  /** Repeats what needed the fresh session. */
  onConfirmed: () => Promise<void>
}

/**
 * Where a sensitive action wants a fresh session: with the password at once, the new session taking the old one's place
 * and working in the same organization; without one by signing out, after which the shell leads through sign-in and back here.
 */
export function FreshSessionDialog({ opened, user, hasPassword, onClose, onConfirmed }: Props) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} title={hasPassword ? t`Enter your password` : t`Sign in again`} onClose={onClose}>
      {hasPassword ? (
        <>
          <Text>
            <Trans>You signed in a while ago. For your safety, enter your password to go on.</Trans>
          </Text>
          <PasswordForm user={user} onConfirmed={onConfirmed} />
        </>
      ) : (
        <>
          <Text>
            <Trans>You signed in a while ago. For your safety, sign in again; you come back to this page.</Trans>
          </Text>
          <ActionButton onAct={signOut}>
            <Trans>Sign in again</Trans>
          </ActionButton>
        </>
      )}
    </Dialog>
  )
}

function PasswordForm({ user, onConfirmed }: Pick<Props, 'user' | 'onConfirmed'>) {
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
        const { token, activeOrganizationId: organizationId } = before.session
        await request(() => authClient.POST('/revoke-session', { body: { token } }))
        if (organizationId) {
          await request(() => authClient.POST('/organization/set-active', { body: { organizationId } }))
        }
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
