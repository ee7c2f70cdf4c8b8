import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Alert, Button, type FormError, Group, Text, useErrorText, useFormat } from 'kit'
import { memo } from 'react'
import { invitationTexts } from '../organization-texts.ts'
import type { OpenInvitation } from './member.ts'
import { Roles } from './roles.tsx'
import { RowCheckbox } from './selection-bar.tsx'
import { useCopiedLink } from './use-copied-link.tsx'

interface Props extends OfferedProps {
  isSelected: boolean
  /** Why the last action was refused. */
  refusal: FormError | undefined
  onSelect: (id: string, isOn: boolean, withShift: boolean) => void
}

interface OfferedProps {
  invitation: OpenInvitation
  mayInvite: boolean
  mayCancel: boolean
  onResend: (invitation: OpenInvitation) => Promise<void>
  onCancel: (invitation: OpenInvitation) => void
}

/** Memoized: one key selects up to a hundred rows, and then only their checkboxes render. */
export const InvitationRow = memo(function InvitationRow({ isSelected, refusal, onSelect, ...props }: Props) {
  const errorText = useErrorText(invitationTexts)
  const { invitation, mayInvite, mayCancel } = props
  const { id, email } = invitation
  return (
    <li>
      <div className="kit-selectable">
        {(mayInvite || mayCancel) && <RowCheckbox id={id} name={email} isSelected={isSelected} onSelect={onSelect} />}
        <Invited invitation={invitation} />
      </div>
      <Offered {...props} />
      {refusal && (
        <Alert color="red" w="100%">
          {errorText(refusal)}
        </Alert>
      )}
    </li>
  )
})

const Invited = memo(function Invited({ invitation: { email, expiresAt, isExpired } }: { invitation: OpenInvitation }) {
  const format = useFormat()
  const end = format.relativeTime(expiresAt)
  return (
    <div>
      <Text className="kit-name">{email}</Text>
      <Text size="sm" c="dimmed">
        {isExpired ? <Trans>Ended {end}</Trans> : <Trans>Ends {end}</Trans>} ·{' '}
        <time dateTime={expiresAt}>{format.dateTime(expiresAt)}</time>
      </Text>
    </div>
  )
})

const Offered = memo(function Offered({ invitation, mayInvite, mayCancel, onResend, onCancel }: OfferedProps) {
  const { t } = useLingui()
  const { email, roles, team, isExpired } = invitation
  const { copyButton, copied } = useCopiedLink(invitation)
  const teamName = team?.name
  return (
    <>
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
    </>
  )
})
