import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from 'kit'
import { DateField } from 'kit/parts'
import type { Filter, Order, readPeopleUrl, Search } from './people-query.ts'

type Choices<Value extends string> = Record<Value, MessageDescriptor>

const searches: Choices<Search> = {
  '': msg`Email starts with`,
  name: msg`Name starts with`,
  'part-of-email': msg`Email contains`,
  'part-of-name': msg`Name contains`,
  username: msg`Username is`,
  id: msg`ID is`,
}
const filters: Choices<Filter> = {
  '': msg`Everyone`,
  banned: msg`Banned`,
  unverified: msg`Email not verified`,
  administrators: msg`Administrators`,
  since: msg`Joined since…`,
}
const orders: Choices<Order> = {
  '': msg`Newest first`,
  oldest: msg`Oldest first`,
  email: msg`Email, A to Z`,
  name: msg`Name, A to Z`,
}

interface Props extends ReturnType<typeof readPeopleUrl> {
  onChange: (changes: Readonly<Record<string, string>>) => void
}

export function PeopleFilters({ text, by, filter, since, order, isExact, isSorted, onChange }: Props) {
  const { t } = useLingui()
  const select = (name: string, label: string, value: string, choices: Choices<string>) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={Object.entries(choices).map(([key, option]) => ({ value: key, label: t(option) }))}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  )
  return (
    <div className="kit-filters">
      {select('by', t`Search in`, by, searches)}
      {!(isExact && text) && select('show', t`Show`, filter, filters)}
      {filter === 'since' && (
        <DateField
          size="xs"
          aria-label={t`Joined since`}
          value={since}
          onChange={({ currentTarget }) => onChange({ since: currentTarget.value })}
        />
      )}
      {isSorted && select('sort', t`Sort by`, order, orders)}
    </div>
  )
}
