import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Group, Panel, sessionChanged, Stack, Text, useFailure, useFormat, useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { OrganizationsQuery } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'

const acceptMutation = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      invitation {
        id
        status
      }
      userErrors {
        code
      }
    }
  }
`)

const rejectMutation = graphql(`
  mutation RejectInvitation($input: RejectInvitationInput!) {
    rejectInvitation(input: $input) {
      invitation {
        id
        status
      }
      userErrors {
        code
      }
    }
  }
`)

type Viewer = NonNullable<OrganizationsQuery['viewer']>
type Invitation = NonNullable<Viewer['invitations']>['nodes'][number]

/** Invitations that wait for the viewer's answer; why one could not be answered stays when it was the last. */
export function ReceivedInvitations({ invitations, onChanged }: { invitations: Invitation[]; onChanged: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const format = useFormat()
  const { failure, failed } = useFailure(organizationTexts)

  const accept = async ({ id, organizationSlug }: Invitation) => {
    const refusal = refusalOf(await mutate(acceptMutation, { input: { invitationId: id } }))
    if (failed(refusal)) return onChanged()
    await sessionChanged()
    await navigate(organizationSlug ? organizationPath(organizationSlug) : '/organizations', {
      state: { joined: true },
    })
  }
  const reject = async ({ id }: Invitation) => {
    failed(refusalOf(await mutate(rejectMutation, { input: { invitationId: id } })))
    onChanged()
  }
  if (invitations.length === 0 && !failure) return null
  return (
    <Panel title={t`Invitations for you`}>
      <Stack gap="md">
        {failure}
        <ul className="kit-rows" aria-label={t`Invitations for you`}>
          {invitations.map((invitation) => {
            const { id, inviterEmail } = invitation
            const name = invitation.organizationName ?? t`An organization`
            const end = format.relativeTime(invitation.expiresAt)
            return (
              <li key={id}>
                <div>
                  <Text fw={600}>{name}</Text>
                  <Text size="sm" c="dimmed">
                    {inviterEmail ? (
                      <Trans>
                        From {inviterEmail}, ends {end}
                      </Trans>
                    ) : (
                      <Trans>Ends {end}</Trans>
                    )}
                  </Text>
                </div>
                <Group gap="xs">
                  <ActionButton size="sm" onAct={() => accept(invitation)} aria-label={t`Join ${name}`}>
                    <Trans>Join</Trans>
                  </ActionButton>
                  <ActionButton
                    size="sm"
                    variant="default"
                    onAct={() => reject(invitation)}
                    aria-label={t`Decline the invitation to ${name}`}
                  >
                    <Trans>Decline</Trans>
                  </ActionButton>
                </Group>
              </li>
            )
          })}
        </ul>
      </Stack>
    </Panel>
  )
}
