import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Alert, Button, type FormError, Group, Text, useErrorText, useFormat } from 'kit'
import { memo } from 'react'
import { invitationTexts } from '../organization-texts.ts'
import type { OpenInvitation } from './member.ts'
import { Roles } from './roles.tsx'
import { RowCheckbox } from './selection-bar.tsx'
import { useCopiedLink } from './use-copied-link.tsx'

interface Props {
  invitation: OpenInvitation
  mayInvite: boolean
  mayCancel: boolean
  isSelected: boolean
  /** Why what was done last was refused. */
  refusal: FormError | undefined
  onSelect: (id: string, isOn: boolean, withShift: boolean) => void
  onResend: (invitation: OpenInvitation) => Promise<void>
  onCancel: (invitation: OpenInvitation) => void
}

/** An invitation, until when it can be accepted, and what can be done with it. Drawn again only when something of it changes. */
export const InvitationRow = memo(function InvitationRow(props: Props) {
  const { invitation, mayInvite, mayCancel, isSelected, refusal, onSelect, onResend, onCancel } = props
  const { t } = useLingui()
  const format = useFormat()
  const errorText = useErrorText(invitationTexts)
  const { id, email, roles, team, expiresAt, isExpired } = invitation
  const { copyButton, copied } = useCopiedLink(invitation)
  const teamName = team?.name
  const end = format.relativeTime(expiresAt)
  return (
    <li>
      <div className="kit-selectable">
        {(mayInvite || mayCancel) && <RowCheckbox id={id} name={email} isSelected={isSelected} onSelect={onSelect} />}
        <div>
          <Text fw={600}>{email}</Text>
          <Text size="sm" c="dimmed">
            {isExpired ? <Trans>Ended {end}</Trans> : <Trans>Ends {end}</Trans>} ·{' '}
            <time dateTime={expiresAt}>{format.dateTime(expiresAt)}</time>
          </Text>
        </div>
      </div>
      <Group gap="xs">
        {teamName && (
          <Text size="sm" c="dimmed">
            <Trans>Team: {teamName}</Trans>
          </Text>
        )}
        <Roles roles={roles} />
        {mayInvite && (
          <ActionButton
            variant="default"
            size="xs"
            onAct={() => onResend(invitation)}
            aria-label={t`Send again to ${email}`}
          >
            <Trans>Send again</Trans>
          </ActionButton>
        )}
        {mayInvite && !isExpired && copyButton}
        {mayCancel && (
          <Button
            variant="default"
            size="xs"
            onClick={() => onCancel(invitation)}
            aria-label={t`Cancel invitation to ${email}`}
          >
            <Trans>Cancel invitation</Trans>
          </Button>
        )}
      </Group>
      {copied}
      {refusal && (
        <Alert color="red" w="100%">
          {errorText(refusal)}
        </Alert>
      )}
    </li>
  )
})
