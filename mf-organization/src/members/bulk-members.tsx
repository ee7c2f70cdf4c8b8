import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Text } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import type { Permission } from '../generated/graphql.ts'
import { BulkActions, type ListHeadProps } from './bulk-dialog.tsx'
import { isDoubtful, type Member, nameOf } from './member.ts'
import { givableOf, removeMutation, type RoleChoice, updateMutation } from './member-roles.ts'

interface Props extends ListHeadProps {
  organizationId: string
  /** Excludes the viewer, so that an owner is always left. */
  members: readonly Member[]
  choices: readonly RoleChoice[]
  permissions: Permission[]
}

export function BulkMembers({ organizationId, members, choices, permissions, ...list }: Props) {
  const { t } = useLingui()
  const [role, setRole] = useState('member')
  const offered = givableOf(choices)
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
          isOffered: permissions.includes('MEMBER_UPDATE'),
          name: t`Change role`,
          title: t`Change the role of the selected members`,
          content: (
            <NativeSelect
              label={t`Role`}
              description={offered.find((one) => one.role === role)?.description}
              value={role}
              data={offered.map((one) => ({ value: one.role, label: one.name }))}
              onChange={({ currentTarget }) => setRole(currentTarget.value)}
            />
          ),
          call: ({ id }) => mutate(updateMutation, { input: { organizationId, memberId: id, assignedRoles: [role] } }),
          done: t`The selected members have the new role.`,
        },
        {
          isOffered: permissions.includes('MEMBER_DELETE'),
          name: t`Remove`,
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
