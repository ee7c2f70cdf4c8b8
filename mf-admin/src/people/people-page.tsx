import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { authClient, useRequest } from 'kit'
import { DateField } from 'kit/parts'
import { FilterSelect, optionOf } from '../filter-select.tsx'
import { ListPage } from '../list-page.tsx'
import { requestPage } from '../request-page.ts'
import { useListUrl } from '../use-list-url.ts'
import { columns, type Order, PeopleHead, PersonRow } from './people-table.tsx'

/** By `by` in the URL. */
const searches = {
  '': { label: msg`Email starts with`, searchField: 'email', searchOperator: 'starts_with' },
  name: { label: msg`Name starts with`, searchField: 'name', searchOperator: 'starts_with' },
  'part-of-email': { label: msg`Email contains`, searchField: 'email', searchOperator: 'contains' },
  'part-of-name': { label: msg`Name contains`, searchField: 'name', searchOperator: 'contains' },
  username: { label: msg`Username is`, filterField: 'username' },
  id: { label: msg`ID is`, filterField: 'id' },
} as const

/** By `show` in the URL. */
const filters = {
  '': { label: msg`Everyone` },
  banned: { label: msg`Banned`, filterField: 'banned', filterValue: 'true' },
  unverified: { label: msg`Email not verified`, filterField: 'emailVerified', filterValue: 'false' },
  administrators: { label: msg`Administrators`, filterField: 'role', filterValue: 'admin' },
  since: { label: msg`Joined since…` },
} as const

export function PeoplePage() {
  const { t } = useLingui()
  const url = useListUrl()
  const { text, get, change } = url
  const by = optionOf(searches, get('by'))
  const show = optionOf(filters, get('show'))
  const { label: _, ...search } = searches[by]
  const { label: __, ...filter } = filters[show]
  const isExact = text !== '' && 'filterField' in search
  const isForStart = text !== '' && 'searchOperator' in search && search.searchOperator === 'starts_with'
  const sort = get('sort')
  const sortBy = optionOf(columns, sort.replace(/^-/, ''))
  const order: Order = sortBy
    ? { sortBy, sortDirection: sort === sortBy ? 'asc' : 'desc' }
    : isForStart
      ? { sortBy: search.searchField, sortDirection: 'asc' }
      : { sortBy: 'createdAt', sortDirection: 'desc' }
  const since = show === 'since' && startOf(get('since'))
  const query = {
    ...url.page,
    ...order,
    ...filter,
    ...(since && { filterField: 'createdAt' as const, filterOperator: 'gte' as const, filterValue: since }),
    // The call has one filter at a time.
    ...(text && { ...search, ...(isExact ? { filterValue: text } : { searchValue: text }) }),
  }
  const [response, reload] = useRequest(JSON.stringify(query), () =>
    requestPage(
      () => authClient.GET('/admin/list-users', { params: { query } }),
      ({ users, total, searchStopped: isCut }) => ({
        rows: users.map((user) => <PersonRow key={user.id} user={user} />),
        total,
        isCut,
      }),
    ),
  )
  return (
    <ListPage
      title={t`People`}
      url={url}
      response={response}
      onRetry={reload}
      head={<PeopleHead {...order} onSort={(to) => change({ sort: to })} />}
      filters={
        <>
          <FilterSelect
            label={t`Search in`}
            value={by}
            options={searches}
            onChange={(value) => change({ by: value })}
          />
          {!isExact && (
            <FilterSelect
              label={t`Show`}
              value={show}
              options={filters}
              onChange={(value) => change({ show: value })}
            />
          )}
          {show === 'since' && !isExact && (
            <DateField
              size="xs"
              aria-label={t`Joined since`}
              value={get('since')}
              onChange={({ currentTarget }) => change({ since: currentTarget.value })}
            />
          )}
        </>
      }
    />
  )
}

/** The start of a day like `2026-11-26`, in the time zone of the browser. */
function startOf(day: string): string | null {
  const date = new Date(`${day}T00:00`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
