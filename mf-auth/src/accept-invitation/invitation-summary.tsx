import { Trans, useLingui } from '@lingui/react/macro'
import { Text, useFormat } from 'kit'
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
  const facts = [
    { label: t`Role`, value: format.list(roleNames(invitation.role).map((name) => t(name))) },
    { label: t`Team`, value: teamName },
    { label: t`Expires`, value: format.relativeTime(expiresAt), title: format.dateTime(expiresAt) },
  ]
  return (
    <>
      <Text ta="center">
        <Trans>
          <strong>{inviterName}</strong> <small>({address})</small> invited you to join{' '}
          <strong>{organizationName}</strong>.
        </Trans>
      </Text>
      <ul className="kit-rows">
        {facts.map(
          ({ label, value, title }) =>
            value && (
              <li key={label}>
                <Text c="dimmed" flex="auto">
                  {label}
                </Text>
                <Text title={title}>{value}</Text>
              </li>
            ),
        )}
      </ul>
    </>
  )
}
