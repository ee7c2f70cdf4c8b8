import { useLingui } from '@lingui/react/macro'
import { Badge, Group } from 'kit'
import type { Role } from '../generated/graphql.ts'
import { roleNames } from '../organization-texts.ts'

export function Roles({ roles }: { roles: Role[] }) {
  const { t } = useLingui()
  return (
    <Group gap={6}>
      {roles.map((role) => (
        <Badge key={role} variant={role === 'OWNER' ? 'light' : 'default'}>
          {t(roleNames[role])}
        </Badge>
      ))}
    </Group>
  )
}
