import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Text } from 'kit'
import { mutate } from 'kit/graphql'
import { useState } from 'react'
import type { Permission, Role } from '../generated/graphql.ts'
import { roleDescriptions, roleNames } from '../organization-texts.ts'
import { type Member, nameOf } from './member.ts'
import { removeMutation } from './remove-member.tsx'
import { updateMutation } from './roles-form.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { useSelection } from './use-selection.ts'

interface Props {
  organizationId: string
  /** Excludes the viewer, so that an owner is always left. */
  members: readonly Member[]
  selection: ReturnType<typeof useSelection>
  viewer: { isOwner: boolean; permissions: Permission[] }
  onChanged: (message: string | undefined) => void
}

export function BulkMembers({ organizationId, members, selection, viewer, onChanged }: Props) {
  const { t } = useLingui()
  const [pending, setPending] = useState<{ isRemoval: boolean; items: Member[] }>()
  const [role, setRole] = useState<Role>('MEMBER')
  const roles: Role[] = viewer.isOwner ? ['MEMBER', 'ADMIN', 'OWNER'] : ['MEMBER', 'ADMIN']
  const ids = members.map(({ id }) => id)
  const ask = (isRemoval: boolean) =>
    setPending({ isRemoval, items: members.filter(({ id }) => selection.selected.has(id)) })
  const bulkAction = pending && {
    items: pending.items,
    ...(pending.isRemoval
      ? {
          title: t`Remove the selected members?`,
          action: <Trans>Remove</Trans>,
          isLoss: true,
          call: ({ id }: Member) => mutate(removeMutation, { input: { organizationId, member: { id } } }),
          done: t`The selected members were removed.`,
        }
      : {
          title: t`Change the role of the selected members`,
          action: <Trans>Save</Trans>,
          call: ({ id }: Member) => mutate(updateMutation, { input: { organizationId, memberId: id, roles: [role] } }),
          done: t`The selected members have the new role.`,
        }),
  }
  return (
    <>
      <SelectionBar ids={ids} selection={selection} label={t`Several members at once`}>
        {viewer.permissions.includes('MEMBER_UPDATE') && (
          <Button variant="default" size="xs" onClick={() => ask(false)}>
            <Trans>Change the role</Trans>
          </Button>
        )}
        {viewer.permissions.includes('MEMBER_DELETE') && (
          <Button variant="default" size="xs" onClick={() => ask(true)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </SelectionBar>
      <BulkDialog
        bulkAction={bulkAction}
        keyOf={({ id }) => id}
        labelOf={({ user }) => nameOf(user)}
        onClose={(done, message) => {
          selection.mark(done, false)
          setPending(undefined)
          onChanged(message)
        }}
      >
        {pending?.isRemoval ? (
          <Text>
            <Trans>They lose access at once.</Trans>
          </Text>
        ) : (
          <NativeSelect
            label={t`Role`}
            description={t(roleDescriptions[role])}
            value={role}
            data={roles.map((value) => ({ value, label: t(roleNames[value]) }))}
            onChange={({ currentTarget }) => setRole(roles.find((one) => one === currentTarget.value) ?? role)}
          />
        )}
      </BulkDialog>
    </>
  )
}
