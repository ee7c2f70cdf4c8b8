import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Group, Text } from 'kit'
import type { OpenInvitation } from './member.ts'

interface CancelDialogProps {
  invitation: OpenInvitation | undefined
  onClose: () => void
  onCancel: (invitation: OpenInvitation) => void
}

export function CancelDialog({ invitation, onClose, onCancel }: CancelDialogProps) {
  const { t } = useLingui()
  const email = invitation?.email ?? ''
  return (
    <Dialog opened={invitation !== undefined} title={t`Cancel invitation?`} onClose={onClose}>
      <Text>
        <Trans>The link in the email to {email} stops working. You can invite this person again at any time.</Trans>
      </Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          <Trans>Keep invitation</Trans>
        </Button>
        <Button color="red" onClick={() => invitation && onCancel(invitation)}>
          <Trans>Cancel invitation</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
