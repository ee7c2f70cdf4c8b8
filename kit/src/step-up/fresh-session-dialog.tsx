import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { authClient, request } from '../auth-client.ts'
import type { RefusalOf } from '../error-codes.ts'
import { Form, SubmitButton } from '../form/form.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useForm } from '../form/use-form.ts'
import type { ErrorTexts } from '../i18n/error-text.ts'
import { getSession, sessionChanged, signOut, useSession } from '../session/session.ts'
import type { User } from '../session/session-types.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const wrongPassword = msg`This is not your password.`

const refusalTexts: ErrorTexts<RefusalOf<'/sign-in/email'>> = {
  INVALID_EMAIL: wrongPassword,
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  EMAIL_NOT_VERIFIED: msg`This e-mail address is not verified yet. We have sent you a mail with a link that does it.`,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Signing in with a password is switched off here.`,
}
const texts = { ...refusalTexts, PASSWORD_MISSING: msg`Enter your password.` }

interface Props {
  opened: boolean
  hasPassword: boolean
  onClose: () => void
  onConfirmed: () => void
}

/**
 * Asks who is there: with the password at once, the new session taking the old one's place and working in the same
 * organization; without one by signing out, after which the shell leads through sign-in and back to this page.
 */
export function FreshSessionDialog({ opened, hasPassword, onClose, onConfirmed }: Props) {
  const { t } = useLingui()
  const state = useSession()
  return (
    <Dialog opened={opened} title={hasPassword ? t`Enter your password` : t`Sign in again`} onClose={onClose}>
      {hasPassword ? (
        <>
          <Text>
            <Trans>You signed in a while ago. For your safety, enter your password to go on.</Trans>
          </Text>
          {state.status === 'signed-in' && <PasswordForm user={state.user} onConfirmed={onConfirmed} />}
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

function PasswordForm({ user, onConfirmed }: { user: User; onConfirmed: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { password: '' },
    texts,
    validate: ({ password }) => ({ password: !password && 'PASSWORD_MISSING' }),
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
      onConfirmed()
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
