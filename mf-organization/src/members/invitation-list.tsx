import { Trans, useLingui } from '@lingui/react/macro'
import { Text, useFormat } from 'kit'
import type { Role } from '../generated/graphql.ts'
import { Roles } from './roles.tsx'

interface Invitation {
  id: string
  email: string
  roles: Role[]
  expiresAt: string
}

export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <ul className="kit-rows" aria-label={t`Open invitations`}>
      {invitations.map(({ id, email, roles, expiresAt }) => {
        const end = format.relativeTime(expiresAt)
        return (
          <li key={id}>
            <div>
              <Text fw={600}>{email}</Text>
              <Text size="sm" c="dimmed">
                <Trans>Ends {end}</Trans>
              </Text>
            </div>
            <Roles roles={roles} />
          </li>
        )
      })}
    </ul>
  )
}
