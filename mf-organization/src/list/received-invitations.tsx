import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, getSession, Notice, Panel, refreshSession, Stack, emitEvent, useFailure, useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'
import { Question } from '../question.tsx'
import { acceptMutation, rejectMutation } from './received-invitation-mutations.ts'
import { type Invitation, ReceivedInvitation } from './received-invitation.tsx'

/** Keeps the result of the last response on screen when the list is empty. */
export function ReceivedInvitations({ invitations, onChanged }: { invitations: Invitation[]; onChanged: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(organizationTexts)
  const [asked, setAsked] = useState<Invitation>()
  const [declined, setDeclined] = useState<string>()
  const organizationName = asked?.organizationName ?? t`An organization`

  const accept = async ({ id, organizationSlug }: Invitation) => {
    const response = await mutate(acceptMutation, { input: { invitationId: id } })
    if (failed(refusalOf(response))) return onChanged()
    await refreshSession()
    const member = response.data?.acceptInvitation?.member
    const session = getSession()
    if (member?.organization && session.status === 'signed-in')
      emitEvent('member-joined', { organizationId: member.organization.databaseId, userId: session.user.id })
    await navigate(organizationSlug ? organizationPath(organizationSlug) : '/organizations', {
      state: { joined: true },
    })
  }
  const close = () => setAsked(undefined)
  const reject = async (invitationId: string) => {
    const refusal = refusalOf(await mutate(rejectMutation, { input: { invitationId } }))
    setDeclined(failed(refusal) ? undefined : organizationName)
    close()
    onChanged()
    return null
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
      <Dialog opened={asked !== undefined} title={t`Decline the invitation?`} onClose={close}>
        {asked && (
          <Question action={<Trans>Decline</Trans>} onAct={() => reject(asked.id)} onClose={close}>
            <Trans>To join {organizationName} later, you need a new invitation.</Trans>
          </Question>
        )}
      </Dialog>
    </Panel>
  )
}
