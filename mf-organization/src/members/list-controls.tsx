import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput, useSettled } from 'kit'
import { useEffect, useEffectEvent, useState } from 'react'
import { roleNames } from '../organization-texts.ts'
import { useTeams } from '../teams/use-teams.ts'
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

export function ListControls({ organizationId, address, onGoTo }: Props) {
  const { t } = useLingui()
  const { query, role, team, order } = address
  const teams = useTeams(organizationId).map(({ id, name }) => ({ value: id, label: name }))
  const isGone = team !== null && !teams.some(({ value }) => value === team)
  return (
    <search className="kit-controls">
      <SearchField query={query} onSearch={(q) => onGoTo({ q }, { replace: query !== '' })} />
      <NativeSelect
        aria-label={t`Filter by role`}
        value={role?.toLowerCase() ?? ''}
        data={[
          { value: '', label: t`All roles` },
          ...ROLES.map((one) => ({ value: one.toLowerCase(), label: t(roleNames[one]) })),
        ]}
        onChange={({ currentTarget }) => onGoTo({ role: currentTarget.value })}
      />
      <NativeSelect
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
        aria-label={t`Sort by`}
        value={order}
        data={ORDER_NAMES.map(([value, name]) => ({ value, label: t(name) }))}
        onChange={({ currentTarget: { value } }) => onGoTo({ sort: value === 'name' ? null : value })}
      />
    </search>
  )
}

/** Debounced. A search is one history entry, however often it is refined. */
function SearchField({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState(query)
  const settled = useSettled(text.trim())
  const search = useEffectEvent((wanted: string) => wanted !== query && onSearch(wanted))
  useEffect(() => {
    search(settled)
  }, [settled])
  const [shown, setShown] = useState(query)
  if (query !== shown) {
    setShown(query)
    if (query !== settled) setText(query)
  }
  return (
    <TextInput
      type="search"
      aria-label={t`Find a member or an invitation`}
      placeholder={t`Name or e-mail`}
      autoComplete="off"
      maxLength={255}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}
