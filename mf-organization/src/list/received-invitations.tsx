import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Button,
  Dialog,
  getSession,
  Group,
  Notice,
  Panel,
  refreshSession,
  Stack,
  tellEvent,
  Text,
  useFailure,
  useNavigate,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'
import { acceptMutation, rejectMutation } from './received-invitation-mutations.ts'
import { type Invitation, ReceivedInvitation, useOrganizationName } from './received-invitation.tsx'

/** Keeps the result of the last response on screen when the list is empty. */
export function ReceivedInvitations({ invitations, onChanged }: { invitations: Invitation[]; onChanged: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(organizationTexts)
  const [asked, setAsked] = useState<Invitation>()
  const [declined, setDeclined] = useState<string>()
  const nameOf = useOrganizationName()
  const organizationName = nameOf(asked)

  const accept = async ({ id, organizationSlug }: Invitation) => {
    const answer = await mutate(acceptMutation, { input: { invitationId: id } })
    if (failed(refusalOf(answer))) return onChanged()
    await refreshSession()
    const member = answer.data?.acceptInvitation?.member
    const session = getSession()
    if (member?.organization && session.status === 'signed-in')
      tellEvent('member-joined', { organizationId: member.organization.databaseId, userId: session.user.id })
    await navigate(organizationSlug ? organizationPath(organizationSlug) : '/organizations', {
      state: { joined: true },
    })
  }
  const reject = async (invitation: Invitation) => {
    const refusal = refusalOf(await mutate(rejectMutation, { input: { invitationId: invitation.id } }))
    setDeclined(failed(refusal) ? undefined : nameOf(invitation))
    setAsked(undefined)
    onChanged()
  }
  if (invitations.length === 0 && !failure && !declined) return null
  return (
    <Panel title={t`Invitations for you`}>
      <Stack gap="md">
        {failure}
        <Notice>{declined && t`The invitation to ${declined} was declined.`}</Notice>
        {invitations.length > 0 && (
          <ul className="kit-rows" aria-label={t`Invitations for you`}>
            {invitations.map((invitation) => (
              <ReceivedInvitation
                key={invitation.id}
                invitation={invitation}
                onAccept={() => accept(invitation)}
                onDecline={() => setAsked(invitation)}
              />
            ))}
          </ul>
        )}
      </Stack>
      <Dialog opened={asked !== undefined} title={t`Decline the invitation?`} onClose={() => setAsked(undefined)}>
        <Text>
          <Trans>To join {organizationName} later, you need a new invitation.</Trans>
        </Text>
        <Group>
          <ActionButton color="red" onAct={async () => asked && reject(asked)}>
            <Trans>Decline</Trans>
          </ActionButton>
          <Button variant="default" onClick={() => setAsked(undefined)}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Dialog>
    </Panel>
  )
}
