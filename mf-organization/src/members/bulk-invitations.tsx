import { useLingui } from '@lingui/react/macro'
import { Text } from 'kit'
import { mutate } from 'kit/graphql'
import { BulkActions, type ListHeadProps } from './bulk-dialog.tsx'
import { cancelMutation, resendInvitation } from './invitation-mutations.ts'
import type { OpenInvitation } from './member.ts'

interface Props extends ListHeadProps {
  organizationId: string
  invitations: readonly OpenInvitation[]
  mayInvite: boolean
  mayCancel: boolean
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
          name: t`Send again`,
          title: t`Send the selected invitations again?`,
          content: <Text>{t`Each person gets a new email, and more time to accept.`}</Text>,
          call: (invitation) => resendInvitation(organizationId, invitation),
          done: t`The selected invitations are on their way.`,
        },
        {
          isOffered: areSeveral && mayCancel,
          name: t`Cancel invitations`,
          title: t`Cancel the selected invitations?`,
          content: (
            <Text>{t`The links in the emails stop working. You can invite these people again at any time.`}</Text>
          ),
          isLoss: true,
          call: ({ id }) => mutate(cancelMutation, { input: { invitationId: id } }),
          done: t`The selected invitations were canceled.`,
        },
      ]}
    />
  )
}
