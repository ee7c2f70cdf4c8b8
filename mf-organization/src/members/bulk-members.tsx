import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Text } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import type { Permission, Role } from '../generated/graphql.ts'
import { roleDescriptions, roleNames } from '../organization-texts.ts'
import { BulkActions, type ListHeadProps } from './bulk-dialog.tsx'
import { isDoubtful, type Member, nameOf } from './member.ts'
import { removeMutation, updateMutation } from './member-roles.ts'

interface Props extends ListHeadProps {
  organizationId: string
  /** Excludes the viewer, so that an owner is always left. */
  members: readonly Member[]
  viewer: { isOwner: boolean; permissions: Permission[] }
}

export function BulkMembers({ organizationId, members, viewer, ...list }: Props) {
  const { t } = useLingui()
  const [role, setRole] = useState<Role>('MEMBER')
  const roles: Role[] = viewer.isOwner ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN']
  return (
    <BulkActions
      label={t`Several members at once`}
      items={members}
      labelOf={(member) => {
        const name = nameOf(member.user)
        return isDoubtful(member) ? t`${name} (email not verified)` : name
      }}
      {...list}
      actions={[
        {
          isOffered: viewer.permissions.includes('MEMBER_UPDATE'),
          name: <Trans>Change role</Trans>,
          title: t`Change the role of the selected members`,
          content: (
            <NativeSelect
              label={t`Role`}
              description={t(roleDescriptions[role])}
              value={role}
              data={roles.map((value) => ({ value, label: t(roleNames[value]) }))}
              onChange={({ currentTarget }) => setRole(roles.find((one) => one === currentTarget.value) ?? role)}
            />
          ),
          call: ({ id }) => mutate(updateMutation, { input: { organizationId, memberId: id, roles: [role] } }),
          done: t`The selected members have the new role.`,
        },
        {
          isOffered: viewer.permissions.includes('MEMBER_DELETE'),
          name: <Trans>Remove</Trans>,
          title: t`Remove the selected members?`,
          content: <Text>{t`They lose access at once.`}</Text>,
          isLoss: true,
          call: ({ id }) => mutate(removeMutation, { input: { organizationId, member: { id } } }),
          done: t`The selected members were removed.`,
        },
      ]}
    />
  )
}
