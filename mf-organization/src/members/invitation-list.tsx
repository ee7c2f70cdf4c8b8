import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Dialog, DialogActions, EmptyState, Text } from 'kit'
import { useDeferredValue, useMemo, useState } from 'react'
import { BulkInvitations } from './bulk-invitations.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { ListFilters } from './list-filters.tsx'
import { isFiltered, type ListUrl } from './list-url.ts'
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

interface CancelDialogProps {
  invitation: OpenInvitation | undefined
  onClose: () => void
  onCancel: (invitation: OpenInvitation) => void
}

function CancelDialog({ invitation, onClose, onCancel }: CancelDialogProps) {
  const { t } = useLingui()
  const email = invitation?.email ?? ''
  return (
    <Dialog opened={invitation !== undefined} title={t`Cancel invitation?`} onClose={onClose}>
      <Text>{t`The link in the email to ${email} stops working. You can invite this person again at any time.`}</Text>
      <DialogActions onCancel={onClose} cancel={t`Keep invitation`}>
        <Button color="red" onClick={() => invitation && onCancel(invitation)}>{t`Cancel invitation`}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Sorts by expiry if members are sorted by the date they joined. */
function filterInvitations(
  invitations: readonly OpenInvitation[],
  { query, role, team, order }: ListUrl,
): OpenInvitation[] {
  const part = query.toLowerCase()
  const found = invitations.filter(
    (one) =>
      one.status === 'PENDING' &&
      one.email.includes(part) &&
      (!role || one.assignedRoles.includes(role)) &&
      (!team || one.teams.some(({ id }) => id === team)),
  )
  const [by, direction] = order.startsWith('-') ? [order.slice(1), -1] : [order, 1]
  const key = ({ email, expiresAt }: OpenInvitation) => (by === 'name' ? email : expiresAt)
  return found.toSorted((a, b) => direction * natural.compare(key(a), key(b)))
}

/** person2 before person10 */
const natural = new Intl.Collator('en', { numeric: true })
