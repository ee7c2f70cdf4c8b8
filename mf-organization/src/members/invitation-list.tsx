import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from 'kit'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Permission } from '../generated/graphql.ts'
import { CancelDialog } from './cancel-invitation-dialog.tsx'
import { filterInvitations } from './filter-invitations.ts'
import { InvitationRow } from './invitation-row.tsx'
import type { ListUrl, useListUrl } from './list-url.ts'
import type { OpenInvitation } from './member.ts'
import { BulkInvitations } from './bulk-invitations.tsx'
import { useInvitationActions } from './use-invitation-actions.ts'
import { useSelection } from './use-selection.ts'

const MAX_COLLAPSED = 5

interface Props {
  organizationId: string
  /** A hundred at most. */
  invitations: readonly OpenInvitation[]
  viewerPermissions: Permission[]
  address: ListUrl
  onGoTo: ReturnType<typeof useListUrl>[1]
  onChanged: () => void
}

export function InvitationList({ organizationId, invitations, viewerPermissions, address, onGoTo, onChanged }: Props) {
  const { t } = useLingui()
  const { message, report, refused, resend, cancel, stepUp } = useInvitationActions(organizationId, onChanged)
  const [toCancel, setToCancel] = useState<OpenInvitation>()
  const mayInvite = viewerPermissions.includes('INVITATION_CREATE')
  const mayCancel = viewerPermissions.includes('INVITATION_CANCEL')
  const found = useMemo(() => filterInvitations(invitations, address), [invitations, address])
  // Renders a hundred rows after the button has responded.
  const shown = useDeferredValue(
    useMemo(() => (address.allInvitations ? found : found.slice(0, MAX_COLLAPSED)), [found, address.allInvitations]),
  )
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  const selection = useSelection(ids)
  const count = found.length
  const isFiltered = Boolean(address.query || address.role || address.team)

  return (
    <Stack>
      <Text size="sm" c="dimmed" aria-live="polite">
        {message && <span>{message} </span>}
        {isFiltered ? (
          <Plural value={count} one="# invitation found" other="# invitations found" />
        ) : (
          <Plural value={count} _0="No open invitations" one="# open invitation" other="# open invitations" />
        )}
      </Text>
      <BulkInvitations
        organizationId={organizationId}
        invitations={shown}
        selection={selection}
        mayInvite={mayInvite}
        mayCancel={mayCancel}
        onChanged={report}
      />
      {shown.length > 0 && (
        <ul className="kit-rows" aria-label={t`Open invitations`}>
          {shown.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              mayInvite={mayInvite}
              mayCancel={mayCancel}
              isSelected={selection.selected.has(invitation.id)}
              refusal={refused?.id === invitation.id ? refused.refusal : undefined}
              onSelect={selection.select}
              onResend={resend}
              onCancel={setToCancel}
            />
          ))}
        </ul>
      )}
      {count > MAX_COLLAPSED && (
        <Group>
          <Button
            variant="default"
            size="xs"
            aria-expanded={address.allInvitations}
            onClick={() => onGoTo({ invitations: address.allInvitations ? null : 'all' })}
          >
            {address.allInvitations ? (
              <Trans>Show fewer</Trans>
            ) : (
              <Plural value={count} one="Show # invitation" other="Show all # invitations" />
            )}
          </Button>
        </Group>
      )}
      <CancelDialog
        invitation={toCancel}
        onClose={() => setToCancel(undefined)}
        onCancel={(invitation) => {
          setToCancel(undefined)
          void cancel(invitation)
        }}
      />
      {stepUp}
    </Stack>
  )
}
