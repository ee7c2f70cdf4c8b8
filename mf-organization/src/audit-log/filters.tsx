import { useLingui } from '@lingui/react/macro'
import { NativeSelect, useSearchParams } from 'kit'
import { DateField } from 'kit/parts'
import type { ChangeEvent } from 'react'
import type { Organization } from './entry.ts'
import { eventTexts, useDescription } from './use-description.ts'

/** Keeps the filters in the URL. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const { person = '', event = '', from = '', to = '' } = Object.fromEntries(params)
  const selected = { actorId: person, events: event && [event], from: startOf(from), to: startOf(to, 1) }
  return {
    values: { person, event, from, to },
    /** For the gateway. */
    selected: Object.fromEntries(Object.entries(selected).filter(([, value]) => value)),
    isFiltered: Object.values(selected).some(Boolean),
    change: (name: string, value: string) =>
      setParams([...new Map([...params, [name, value]])].filter(([, each]) => each !== '')),
    clear: () => setParams(''),
  }
}

/** In the time zone of the user. Null for a malformed day. */
function startOf(day: string, daysLater = 0): string | null {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const optionsOf = (value: string, items: (readonly [string, string])[], all: string) =>
  Array.from(new Map([['', all], [value, '…'], ...items, ['', all]]), ([key, label]) => ({ value: key, label }))

interface Props extends Pick<ReturnType<typeof useFilters>, 'values' | 'change'> {
  organization: Organization
}

export function FilterChips({ organization: { members, auditLog }, values, change }: Props) {
  const { t } = useLingui()
  const describe = useDescription()
  const people = [
    // Also those who left.
    ...(auditLog?.nodes ?? []).map((entry) => [entry.actor.userId ?? '', describe(entry).who] as const),
    ...(members?.nodes ?? []).map(({ user: { id, name, email } }) => [id, name || email] as const),
  ]
  const events = Object.entries(eventTexts).map(([event, [, name]]) => [event, t(name)] as const)
  const field = (name: keyof typeof values) => ({
    size: 'xs' as const,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change(name, event.currentTarget.value),
  })
  return (
    <div className="kit-list-head kit-filters">
      <NativeSelect
        {...field('person')}
        aria-label={t`Filter by person`}
        data={optionsOf(values.person, people, t`Everyone`)}
      />
      <NativeSelect
        {...field('event')}
        aria-label={t`Filter by change`}
        data={optionsOf(values.event, events, t`All changes`)}
      />
      <DateField {...field('from')} label={t`From`} />
      <DateField {...field('to')} label={t`To`} />
    </div>
  )
}
