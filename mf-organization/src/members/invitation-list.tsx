import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, type FormError, Group, Stack, Text, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Permission } from '../generated/graphql.ts'
import { shortfallOf } from './in-turn.ts'
import { cancelMutation, inviteMutation } from './invitation-mutations.ts'
import { InvitationRow } from './invitation-row.tsx'
import type { ListAddress, useListAddress } from './list-address.ts'
import type { OpenInvitation } from './member.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SeveralDialog } from './several-dialog.tsx'
import { useSelection } from './use-selection.ts'

/** So many are shown until one asks for all of them. */
const SHOWN_AT_FIRST = 5

interface Props {
  organizationId: string
  /** A hundred at most. */
  invitations: readonly OpenInvitation[]
  viewerPermissions: Permission[]
  address: ListAddress
  onGoTo: ReturnType<typeof useListAddress>[1]
  onChanged: () => void
}

/** The invitations that wait for an answer. Sending one again renews its term. */
export function InvitationList({ organizationId, invitations, viewerPermissions, address, onGoTo, onChanged }: Props) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const [message, setMessage] = useState<string>()
  const [refused, setRefused] = useState<{ id: string; refusal: FormError }>()
  const [asked, setAsked] = useState<OpenInvitation>()
  const [several, setSeveral] = useState<{ isLoss: boolean; items: readonly OpenInvitation[] }>()
  const mayInvite = viewerPermissions.includes('INVITATION_CREATE')
  const mayCancel = viewerPermissions.includes('INVITATION_CANCEL')
  const found = useMemo(() => arranged(invitations, address), [invitations, address])
  // A hundred rows are drawn after the button that asked for them has answered.
  const shown = useDeferredValue(
    useMemo(() => (address.allInvitations ? found : found.slice(0, SHOWN_AT_FIRST)), [found, address.allInvitations]),
  )
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  const selection = useSelection(ids)
  const count = found.length
  const isFiltered = Boolean(address.query || address.role || address.team)

  const callResend = useCallback(
    ({ email, roles, team }: OpenInvitation) =>
      mutate(inviteMutation, { input: { organizationId, email, roles, teamId: team?.id ?? null, resend: true } }),
    [organizationId],
  )
  const settle = useCallback(
    ({ id }: OpenInvitation, refusal: FormError | null, done?: string) => {
      setRefused(refusal ? { id, refusal } : undefined)
      setMessage(refusal ? undefined : done)
      onChanged()
    },
    [onChanged],
  )
  const resend = useCallback(
    async (invitation: OpenInvitation) => {
      const refusal = await freshly(async () => shortfallOf(await callResend(invitation)))
      const { email: invited } = invitation
      settle(invitation, refusal, t`The invitation to ${invited} is on its way.`)
    },
    [freshly, callResend, settle, t],
  )
  const cancel = async (invitation: OpenInvitation) => {
    const { id, email } = invitation
    const done = t`The invitation to ${email} was cancelled.`
    setAsked(undefined)
    setRefused(undefined)
    setMessage(done)
    const gone = { __typename: 'Invitation' as const, id, status: 'CANCELED' as const }
    const expected = { cancelInvitation: { invitation: gone, userErrors: [] } }
    settle(invitation, refusalOf(await mutate(cancelMutation, { input: { invitationId: id } }, expected)), done)
  }
  const askSeveral = (isLoss: boolean) =>
    setSeveral({ isLoss, items: shown.filter(({ id }) => selection.selected.has(id)) })
  const email = asked?.email ?? ''
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
      {shown.length > 1 && (mayInvite || mayCancel) && (
        <SelectionBar ids={ids} selection={selection} label={t`Several invitations at once`}>
          {mayInvite && (
            <Button variant="default" size="xs" onClick={() => askSeveral(false)}>
              <Trans>Send again</Trans>
            </Button>
          )}
          {mayCancel && (
            <Button variant="default" size="xs" onClick={() => askSeveral(true)}>
              <Trans>Cancel invitations</Trans>
            </Button>
          )}
        </SelectionBar>
      )}
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
              onCancel={setAsked}
            />
          ))}
        </ul>
      )}
      {count > SHOWN_AT_FIRST && (
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
      <Dialog opened={asked !== undefined} title={t`Cancel the invitation?`} onClose={() => setAsked(undefined)}>
        <Text>
          <Trans>The link in the mail to {email} stops working. You can invite this address again at any time.</Trans>
        </Text>
        <Group>
          <Button color="red" onClick={() => asked && void cancel(asked)}>
            <Trans>Cancel invitation</Trans>
          </Button>
          <Button variant="default" onClick={() => setAsked(undefined)}>
            <Trans>Keep invitation</Trans>
          </Button>
        </Group>
      </Dialog>
      <SeveralDialog
        several={
          several &&
          (several.isLoss
            ? {
                items: several.items,
                title: t`Cancel the selected invitations?`,
                action: <Trans>Cancel invitations</Trans>,
                isLoss: true,
                call: ({ id }: OpenInvitation) => mutate(cancelMutation, { input: { invitationId: id } }),
                done: t`The selected invitations were cancelled.`,
              }
            : {
                items: several.items,
                title: t`Send the selected invitations again?`,
                action: <Trans>Send again</Trans>,
                call: callResend,
                done: t`The selected invitations are on their way.`,
              })
        }
        keyOf={({ id }) => id}
        labelOf={(invitation) => invitation.email}
        onClose={(done, said) => {
          selection.mark(done, false)
          setSeveral(undefined)
          setMessage(said)
          onChanged()
        }}
      >
        <Text>
          {several?.isLoss ? (
            <Trans>The links in the mails stop working. You can invite these addresses again at any time.</Trans>
          ) : (
            <Trans>Each gets a new mail, and the time to accept begins anew.</Trans>
          )}
        </Text>
      </SeveralDialog>
      {stepUp}
    </Stack>
  )
}

/** The open ones that fit what the address asks for, in its order; what members have joined, invitations were sent. */
function arranged(invitations: readonly OpenInvitation[], { query, role, team, order }: ListAddress): OpenInvitation[] {
  const part = query.toLowerCase()
  const found = invitations.filter(
    (one) =>
      one.status === 'PENDING' &&
      one.email.includes(part) &&
      (!role || one.roles.includes(role)) &&
      (!team || one.team?.id === team),
  )
  const [by, direction] = order.startsWith('-') ? [order.slice(1), -1] : [order, 1]
  const key = ({ email, expiresAt }: OpenInvitation) => (by === 'name' ? email : expiresAt)
  return found.toSorted((a, b) => (key(a) < key(b) ? -direction : direction))
}
