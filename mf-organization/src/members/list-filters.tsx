import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from 'kit'
import { useTeams } from './use-teams.ts'
import './members.css'
import { type ListUrl, type Order, type useListUrl } from './list-url.ts'
import { useRoleChoices } from './member-roles.ts'
import type { Organization } from './member.ts'

const ORDER_NAMES: [Order, MessageDescriptor][] = [
  ['name', msg`Name, A to Z`],
  ['-name', msg`Name, Z to A`],
  ['-joined', msg`Newest first`],
  ['joined', msg`Oldest first`],
]

interface Props {
  organization: Organization
  address: ListUrl
  onGoTo: ReturnType<typeof useListUrl>[1]
}

export function ListFilters({ organization, address: { role, team, factor, order }, onGoTo }: Props) {
  const { t } = useLingui()
  const teams = useTeams(organization.id).teams.map(({ id, name }) => ({ value: id, label: name }))
  const roles = useRoleChoices(organization).map((choice) => ({ value: choice.role, label: choice.name }))
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
        value={role ?? ''}
        data={[
          { value: '', label: t`All roles` },
          ...roles,
          ...(role && !roles.some(({ value }) => value === role) ? [{ value: role, label: role }] : []),
        ]}
        onChange={({ currentTarget }) => onGoTo({ role: currentTarget.value })}
      />
      {isManager(organization) && (
        <NativeSelect
          size="xs"
          aria-label={t`Filter by second factor`}
          value={factor ?? ''}
          data={[
            { value: '', label: t`All factors` },
            { value: 'none', label: t`No second factor` },
            { value: 'some', label: t`With second factor` },
          ]}
          onChange={({ currentTarget }) => onGoTo({ factor: currentTarget.value })}
        />
      )}
    </div>
  )
}

/** Only owners and admins learn who has a second factor. */
const isManager = ({ viewerMembership }: Organization) =>
  viewerMembership?.roles.some((role) => role === 'OWNER' || role === 'ADMIN') ?? false
