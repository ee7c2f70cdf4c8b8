import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from 'kit'
import type { Role } from '../generated/graphql.ts'
import { Roles } from './roles.tsx'

interface Member {
  id: string
  roles: Role[]
  user: { name: string; email: string }
}

export function MemberList({ members, viewerMemberId }: { members: Member[]; viewerMemberId: string | undefined }) {
  const { t } = useLingui()
  return (
    <ul className="kit-rows" aria-label={t`Members`}>
      {members.map(({ id, roles, user }) => (
        <li key={id}>
          <div>
            <Text fw={600}>
              {user.name || user.email}
              {id === viewerMemberId && (
                <Text span c="dimmed" fw={400}>
                  {' '}
                  <Trans>(you)</Trans>
                </Text>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {user.email}
            </Text>
          </div>
          <Roles roles={roles} />
        </li>
      ))}
    </ul>
  )
}
