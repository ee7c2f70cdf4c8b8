import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import { cancelMutation, resendInvitation } from './invitation-mutations.ts'
import type { OpenInvitation } from './member.ts'
import { SelectionBar } from './selection-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { useSelection } from './use-selection.ts'

interface Props {
  organizationId: string
  invitations: readonly OpenInvitation[]
  selection: ReturnType<typeof useSelection>
  mayInvite: boolean
  mayCancel: boolean
  onChanged: (message: string | undefined) => void
}

export function BulkInvitations({ organizationId, invitations, selection, mayInvite, mayCancel, onChanged }: Props) {
  const { t } = useLingui()
  const [pending, setPending] = useState<{ isLoss: boolean; items: OpenInvitation[] }>()
  const ids = invitations.map(({ id }) => id)
  const ask = (isLoss: boolean) =>
    setPending({ isLoss, items: invitations.filter(({ id }) => selection.selected.has(id)) })
  const bulkAction = pending && {
    items: pending.items,
    ...(pending.isLoss
      ? {
          title: t`Cancel the selected invitations?`,
          action: <Trans>Cancel invitations</Trans>,
          isLoss: true,
          call: ({ id }: OpenInvitation) => mutate(cancelMutation, { input: { invitationId: id } }),
          done: t`The selected invitations were cancelled.`,
        }
      : {
          title: t`Send the selected invitations again?`,
          action: <Trans>Send again</Trans>,
          call: (invitation: OpenInvitation) => resendInvitation(organizationId, invitation),
          done: t`The selected invitations are on their way.`,
        }),
  }
  return (
    <>
      {ids.length > 1 && (mayInvite || mayCancel) && (
        <SelectionBar ids={ids} selection={selection} label={t`Several invitations at once`}>
          {mayInvite && (
            <Button variant="default" size="xs" onClick={() => ask(false)}>
              <Trans>Send again</Trans>
            </Button>
          )}
          {mayCancel && (
            <Button variant="default" size="xs" onClick={() => ask(true)}>
              <Trans>Cancel invitations</Trans>
            </Button>
          )}
        </SelectionBar>
      )}
      <BulkDialog
        bulkAction={bulkAction}
        keyOf={({ id }) => id}
        labelOf={({ email }) => email}
        onClose={(done, message) => {
          selection.mark(done, false)
          setPending(undefined)
          onChanged(message)
        }}
      >
        <Text>
          {pending?.isLoss ? (
            <Trans>The links in the mails stop working. You can invite these addresses again at any time.</Trans>
          ) : (
            <Trans>Each gets a new mail, and the time to accept begins anew.</Trans>
          )}
        </Text>
      </BulkDialog>
    </>
  )
}
