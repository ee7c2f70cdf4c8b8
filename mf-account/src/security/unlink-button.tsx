import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Button, type CallError, Dialog, Group, request, Text, type User } from 'kit'
import { useState } from 'react'
import { PasswordDialog } from './password-dialog.tsx'

interface Props {
  account: { providerId: string; accountId: string; name: string }
  user: User
  onSettled: (error: CallError | null) => void
}

/** Asks before it unlinks, and for the password when the sign-in is too long ago; then it unlinks without a second click. */
export function UnlinkButton({ account: { providerId, accountId, name }, user, onSettled }: Props) {
  const { t } = useLingui()
  const [step, setStep] = useState<'closed' | 'confirm' | 'password'>('closed')
  const close = () => setStep('closed')
  const unlink = async () => {
    const { error } = await request(() => authClient.POST('/unlink-account', { body: { providerId, accountId } }))
    if (error?.code === 'SESSION_IS_NOT_FRESH') return setStep('password')
    close()
    onSettled(error)
  }
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setStep('confirm')} aria-label={t`Remove ${name}`}>
        <Trans>Remove</Trans>
      </Button>
      <Dialog opened={step === 'confirm'} title={t`Remove ${name}?`} onClose={close}>
        <Text>
          <Trans>You will not be able to sign in with {name} any more.</Trans>
        </Text>
        <Group>
          <ActionButton onAct={unlink}>
            <Trans>Remove</Trans>
          </ActionButton>
          <Button variant="default" onClick={close}>
            <Trans>Keep</Trans>
          </Button>
        </Group>
      </Dialog>
      <PasswordDialog opened={step === 'password'} user={user} onClose={close} onConfirmed={unlink} />
    </>
  )
}
