import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { signOut } from '../session/session.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordForm } from './password-form.tsx'

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
  return (
    <Dialog opened={opened} title={hasPassword ? t`Enter your password` : t`Sign in again`} onClose={onClose}>
      {hasPassword ? (
        <>
          <Text>
            <Trans>You signed in a while ago. For your safety, enter your password to continue.</Trans>
          </Text>
          <PasswordForm onConfirmed={onConfirmed} />
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
