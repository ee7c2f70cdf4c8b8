import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from 'kit'
import { mutate } from 'kit/graphql'
import { BulkActions } from './bulk-dialog.tsx'
import { cancelMutation, resendInvitation } from './invitation-mutations.ts'
import type { OpenInvitation } from './member.ts'
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
  const areSeveral = invitations.length > 1
  return (
    <BulkActions
      label={t`Several invitations at once`}
      items={invitations}
      labelOf={({ email }) => email}
      selection={selection}
      onChanged={onChanged}
      actions={[
        {
          isOffered: areSeveral && mayInvite,
          button: <Trans>Send again</Trans>,
          title: t`Send the selected invitations again?`,
          content: (
            <Text>
              <Trans>Each gets a new mail, and the time to accept begins anew.</Trans>
            </Text>
          ),
          confirm: <Trans>Send again</Trans>,
          call: (invitation) => resendInvitation(organizationId, invitation),
          done: t`The selected invitations are on their way.`,
        },
        {
          isOffered: areSeveral && mayCancel,
          button: <Trans>Cancel invitations</Trans>,
          title: t`Cancel the selected invitations?`,
          content: (
            <Text>
              <Trans>The links in the mails stop working. You can invite these addresses again at any time.</Trans>
            </Text>
          ),
          confirm: <Trans>Cancel invitations</Trans>,
          isLoss: true,
          call: ({ id }) => mutate(cancelMutation, { input: { invitationId: id } }),
          done: t`The selected invitations were cancelled.`,
        },
      ]}
    />
  )
}
