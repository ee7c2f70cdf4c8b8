import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, useFormat } from 'kit'
import { roleNames } from './role-names.ts'

/** What one knows of an open invitation: all of it from the mailed link, without it what `get-invitation` says. */
export interface Invitation {
  email: string
  role: string | null
  expiresAt: string
  organizationName: string
  organizationSlug: string
  teamName?: string | null
  /** Empty when it is not proved, and where the link does not tell. */
  inviterName?: string
  /** Empty when it is not proved. */
  inviterEmail: string
}

/** Who invites, to what, as what and until when. */
export function InvitationSummary({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui()
  const format = useFormat()
  const { organizationName, teamName, inviterName, inviterEmail, expiresAt } = invitation
  const roles = format.list(roleNames(invitation.role).map((name) => t(name)))
  const expiry = format.relativeTime(expiresAt)
  const end = format.dateTime(expiresAt)
  return (
    <Stack gap="xs">
      <Text>
        {!inviterEmail ? (
          <Trans>
            Somebody who has not confirmed their e-mail address invites you to join <strong>{organizationName}</strong>.
          </Trans>
        ) : inviterName ? (
          <Trans>
            <strong>{inviterName}</strong> ({inviterEmail}) invites you to join <strong>{organizationName}</strong>.
          </Trans>
        ) : (
          <Trans>
            <strong>{inviterEmail}</strong> invites you to join <strong>{organizationName}</strong>.
          </Trans>
        )}
      </Text>
      {roles && <Text size="sm">{t`Role: ${roles}`}</Text>}
      {teamName && <Text size="sm">{t`Team: ${teamName}`}</Text>}
      <Text c="dimmed" size="sm">
        <Trans>
          The invitation ends {expiry} ({end}).
        </Trans>
      </Text>
    </Stack>
  )
}
