import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, DialogActions, Text } from 'kit'
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
      <Text>{t`The link in the email to ${email} stops working. You can invite this person again at any time.`}</Text>
      <DialogActions onCancel={onClose} cancel={<Trans>Keep invitation</Trans>}>
        <Button color="red" onClick={() => invitation && onCancel(invitation)}>{t`Cancel invitation`}</Button>
      </DialogActions>
    </Dialog>
  )
}
