import { Plural, useLingui } from '@lingui/react/macro'
import { EmptyState, Text } from 'kit'
import { useDeferredValue, useMemo, useState } from 'react'
import { BulkInvitations } from './bulk-invitations.tsx'
import { CancelDialog } from './cancel-invitation-dialog.tsx'
import { filterInvitations } from './filter-invitations.ts'
import { InvitationRow } from './invitation-row.tsx'
import { ListFilters } from './list-filters.tsx'
import { isFiltered } from './list-url.ts'
import type { ListProps } from './member-list.tsx'
import { useRoleChoices } from './member-roles.ts'
import type { Invitations, OpenInvitation } from './member.ts'
import { NothingFound } from './nothing-found.tsx'
import { useInvitationActions } from './use-invitation-actions.ts'
import { useSelection } from './use-selection.ts'

/** Only the first hundred pending invitations are loaded. */
export function InvitationList({ invitations, ...props }: ListProps & { invitations: Invitations }) {
  const { organization, address, hasFilters, onGoTo, onSay, onChanged } = props
  const { t } = useLingui()
  const { id: organizationId } = organization
  const permissions = organization.viewerPermissions ?? []
  const { refused, resend, copyLink, cancel, stepUp } = useInvitationActions(organizationId, onSay, onChanged)
  const [toCancel, setToCancel] = useState<OpenInvitation>()
  const choices = useRoleChoices(organization)
  const mayInvite = permissions.includes('INVITATION_CREATE')
  const mayCancel = permissions.includes('INVITATION_CANCEL')
  const { nodes, pageInfo } = invitations
  // Renders a hundred rows after the tab has responded.
  const shown = useDeferredValue(useMemo(() => filterInvitations(nodes, address), [nodes, address]))
  const loaded = nodes.length
  const selection = useSelection(useMemo(() => shown.map(({ id }) => id), [shown]))
  return (
    <div className="kit-card">
      {shown.length > 0 && (
        <BulkInvitations
          organizationId={organizationId}
          invitations={shown}
          selection={selection}
          mayInvite={mayInvite}
          mayCancel={mayCancel}
          count={
            pageInfo.hasNextPage && !isFiltered(address) ? (
              t`The latest ${loaded} invitations`
            ) : (
              <Plural value={shown.length} one="# invitation" other="# invitations" />
            )
          }
          filters={hasFilters && <ListFilters organization={organization} address={address} onGoTo={onGoTo} />}
          onChanged={(said) => {
            onSay(said)
            onChanged()
          }}
        />
      )}
      {shown.length > 0 ? (
        <ul className="kit-rows" aria-label={t`Invitations`}>
          {shown.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              choices={choices}
              mayInvite={mayInvite}
              mayCancel={mayCancel}
              isSelected={selection.selected.has(invitation.id)}
              refusal={refused?.id === invitation.id ? refused.refusal : undefined}
              onSelect={selection.select}
              onResend={resend}
              onCopy={copyLink}
              onCancel={setToCancel}
            />
          ))}
        </ul>
      ) : isFiltered(address) ? (
        <NothingFound query={address.query} onGoTo={onGoTo} />
      ) : (
        <EmptyState title={t`No open invitations`}>
          <Text size="sm" c="dimmed">{t`People you invite are listed here until they join.`}</Text>
        </EmptyState>
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
    </div>
  )
}
