import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, Button, type CallError, Dialog, Group, request, Text, type User } from 'kit'
import { useState } from 'react'
import { FreshSessionDialog } from './fresh-session-dialog.tsx'

interface Props {
  account: { providerId: string; accountId: string; name: string }
  user: User
  hasPassword: boolean
  onSettled: (error: CallError | null) => void
}

/** Asks before it unlinks, and for a fresh session when the sign-in is too long ago. */
export function UnlinkButton({ account: { providerId, accountId, name }, user, hasPassword, onSettled }: Props) {
  const { t } = useLingui()
  const [step, setStep] = useState<'closed' | 'confirm' | 'stale'>('closed')
  const close = () => setStep('closed')
  const unlink = async () => {
    const { error } = await request(() => authClient.POST('/unlink-account', { body: { providerId, accountId } }))
    if (error?.code === 'SESSION_IS_NOT_FRESH') return setStep('stale')
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
      <FreshSessionDialog
        opened={step === 'stale'}
        user={user}
        hasPassword={hasPassword}
        onClose={close}
        onConfirmed={unlink}
      />
    </>
  )
}
