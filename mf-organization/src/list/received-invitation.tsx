import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Button, Group, Text, useFormat } from 'kit'
import type { OrganizationsQuery } from '../generated/graphql.ts'
import { Roles } from '../members/roles.tsx'

type Viewer = NonNullable<OrganizationsQuery['viewer']>
export type Invitation = NonNullable<Viewer['invitations']>['nodes'][number]

interface RowProps {
  invitation: Invitation
  onAccept: () => Promise<void>
  onDecline: () => void
}

export function ReceivedInvitation({ invitation, onAccept, onDecline }: RowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const inviterName = invitation.inviterName || t`Somebody`
  const address = invitation.inviterEmail ?? t`unconfirmed address`
  const name = invitation.organizationName ?? t`An organization`
  const end = format.relativeTime(invitation.expiresAt)
  return (
    <li>
      <div>
        <Text className="kit-name">{name}</Text>
        <Text size="sm" c="dimmed">
          <Trans>
            From {inviterName} ({address}), ends {end}
          </Trans>
        </Text>
      </div>
      <Group gap="xs">
        <Roles roles={invitation.roles} />
        <ActionButton size="sm" onAct={onAccept} aria-label={t`Join ${name}`}>
          <Trans>Join</Trans>
        </ActionButton>
        <Button size="sm" variant="default" onClick={onDecline} aria-label={t`Decline the invitation to ${name}`}>
          <Trans>Decline</Trans>
        </Button>
      </Group>
    </li>
  )
}
