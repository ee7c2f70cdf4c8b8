import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from 'kit'
import { roleNames } from '../organization-texts.ts'
import { useTeams } from './use-teams.ts'
import './members.css'
import { type ListUrl, type Order, ROLES, type useListUrl } from './list-url.ts'

const ORDER_NAMES: [Order, MessageDescriptor][] = [
  ['name', msg`Name, A to Z`],
  ['-name', msg`Name, Z to A`],
  ['-joined', msg`Newest first`],
  ['joined', msg`Oldest first`],
]

interface Props {
  organizationId: string
  address: ListUrl
  onGoTo: ReturnType<typeof useListUrl>[1]
}

export function ListFilters({ organizationId, address: { role, team, order }, onGoTo }: Props) {
  const { t } = useLingui()
  const teams = useTeams(organizationId).map(({ id, name }) => ({ value: id, label: name }))
  const isGone = team !== null && !teams.some(({ value }) => value === team)
  return (
    <div className="kit-filters member-filters">
      <NativeSelect
        size="xs"
        aria-label={t`Sort by`}
        value={order}
        data={ORDER_NAMES.map(([value, name]) => ({ value, label: t(name) }))}
        onChange={({ currentTarget: { value } }) => onGoTo({ sort: value === 'name' ? null : value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Filter by team`}
        value={team ?? ''}
        data={[
          { value: '', label: t`All teams` },
          ...teams,
          // Not loaded yet, or removed.
          ...(isGone ? [{ value: team, label: '…' }] : []),
        ]}
        onChange={({ currentTarget }) => onGoTo({ team: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Filter by role`}
        value={role?.toLowerCase() ?? ''}
        data={[
          { value: '', label: t`All roles` },
          ...ROLES.map((one) => ({ value: one.toLowerCase(), label: t(roleNames[one]) })),
        ]}
        onChange={({ currentTarget }) => onGoTo({ role: currentTarget.value })}
      />
    </div>
  )
}
