import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, useFormat } from 'kit'
import { roleNames } from './role-names.ts'

/** An open invitation. Only the emailed token reveals the team's name. */
export interface Invitation {
  email: string
  role: string | null
  expiresAt: string
  organizationName: string
  organizationSlug: string
  teamName?: string | null
  inviterName: string
  /** Empty unless the inviter's email is verified. */
  inviterEmail: string
}

export function InvitationSummary({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui()
  const format = useFormat()
  const { organizationName, teamName, expiresAt } = invitation
  const inviterName = invitation.inviterName || t`Someone`
  const address = invitation.inviterEmail || t`unverified email`
  const roles = format.list(roleNames(invitation.role).map((name) => t(name)))
  const expiry = format.relativeTime(expiresAt)
  const end = format.dateTime(expiresAt)
  return (
    <Stack gap="xs">
      <Text>
        <Trans>
          <strong>{inviterName}</strong> <small>({address})</small> invited you to join{' '}
          <strong>{organizationName}</strong>.
        </Trans>
      </Text>
      {roles && <Text size="sm">{t`Role: ${roles}`}</Text>}
      {teamName && <Text size="sm">{t`Team: ${teamName}`}</Text>}
      <Text c="dimmed" size="sm" title={end}>{t`Expires ${expiry}`}</Text>
    </Stack>
  )
}
