import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Group, Notice, Stack, Text, useFailure, useFormat, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import type { Permission } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { cancelMutation, inviteMutation } from './invitation-mutations.ts'
import type { OpenInvitation } from './member.ts'
import { Roles } from './roles.tsx'

interface Props {
  organizationId: string
  invitations: OpenInvitation[]
  viewerPermissions: Permission[]
  onChanged: () => void
}

/** The invitations that wait for an answer. Sending one again renews its term. */
export function InvitationList({ organizationId, invitations, viewerPermissions, onChanged }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const { failure, failed } = useFailure(organizationTexts)
  const { freshly, stepUp } = useStepUp()
  const [resent, setResent] = useState<string>()

  const resend = async ({ email, roles, team }: OpenInvitation) => {
    const input = { organizationId, email, roles, teamId: team?.id ?? null, resend: true }
    const refusal = await freshly(async () => refusalOf(await mutate(inviteMutation, { input })))
    setResent(failed(refusal) ? undefined : email)
    onChanged()
  }
  const cancel = async ({ id }: OpenInvitation) => {
    failed(refusalOf(await mutate(cancelMutation, { input: { invitationId: id } })))
    setResent(undefined)
    onChanged()
  }
  return (
    <Stack gap="md">
      {failure}
      <Notice>{resent && t`The invitation to ${resent} is on its way.`}</Notice>
      <ul className="kit-rows" aria-label={t`Open invitations`}>
        {invitations.map((invitation) => {
          const { id, email, roles } = invitation
          const end = format.relativeTime(invitation.expiresAt)
          return (
            <li key={id}>
              <div>
                <Text fw={600}>{email}</Text>
                <Text size="sm" c="dimmed">
                  <Trans>Ends {end}</Trans>
                </Text>
              </div>
              <Group gap="xs">
                <Roles roles={roles} />
                {viewerPermissions.includes('INVITATION_CREATE') && (
                  <ActionButton
                    variant="default"
                    size="xs"
                    onAct={() => resend(invitation)}
                    aria-label={t`Send again to ${email}`}
                  >
                    <Trans>Send again</Trans>
                  </ActionButton>
                )}
                {viewerPermissions.includes('INVITATION_CANCEL') && (
                  <ActionButton
                    variant="default"
                    size="xs"
                    onAct={() => cancel(invitation)}
                    aria-label={t`Withdraw the invitation to ${email}`}
                  >
                    <Trans>Withdraw</Trans>
                  </ActionButton>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
      {stepUp}
    </Stack>
  )
}
