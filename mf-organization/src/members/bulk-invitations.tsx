import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from 'kit'
import { mutate } from 'kit/graphql'
import type { ReactNode } from 'react'
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
  count: ReactNode
  filters: ReactNode
  onChanged: (message: string | undefined) => void
}

export function BulkInvitations({ organizationId, invitations, mayInvite, mayCancel, ...list }: Props) {
  const { t } = useLingui()
  const areSeveral = invitations.length > 1
  return (
    <BulkActions
      label={t`Several invitations at once`}
      items={invitations}
      labelOf={({ email }) => email}
      {...list}
      actions={[
        {
          isOffered: areSeveral && mayInvite,
          button: <Trans>Send again</Trans>,
          title: t`Send the selected invitations again?`,
          content: (
            <Text>
              <Trans>Each person gets a new email, and more time to accept.</Trans>
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
              <Trans>The links in the emails stop working. You can invite these people again at any time.</Trans>
            </Text>
          ),
          confirm: <Trans>Cancel invitations</Trans>,
          isLoss: true,
          call: ({ id }) => mutate(cancelMutation, { input: { invitationId: id } }),
          done: t`The selected invitations were canceled.`,
        },
      ]}
    />
  )
}
