import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { authClient, Button, EmptyState, LoadFailure, SectionHead, useRequest, Waiting } from 'kit'
import { AdminFrame } from '../admin-frame.tsx'
import { ListFoot } from '../list-foot.tsx'
import { requestPage } from '../request-page.ts'
import { SearchField } from '../search-field.tsx'
import { useKept } from '../use-kept.ts'
import { useListUrl } from '../use-list-url.ts'
import { PeopleFilters } from './people-filters.tsx'
import { readPeopleUrl } from './people-query.ts'
import { PersonRow } from './person-row.tsx'

/** rest-auth stops counting here. */
const MAX_COUNTED = 10_000

export function PeoplePage() {
  const { t } = useLingui()
  const url = useListUrl()
  const address = readPeopleUrl(url)
  const { text, filter, wanted } = address
  const [response, reload] = useRequest(JSON.stringify(wanted), () =>
    requestPage(() => authClient.GET('/admin/list-users', { params: { query: wanted } })),
  )
  const { data: people, error } = useKept(response) ?? {}
  return (
    <AdminFrame title={t`People`}>
      <section className="kit-section">
        <SectionHead title={t`People`} />
        <div className="kit-lists">
          <SearchField
            label={t`Search people`}
            query={text}
            onSearch={(q) => url.change({ q }, { replace: text !== '' })}
          />
          <div className="kit-card">
            <div className="kit-list-head">
              <span aria-live="polite">{people && <Count total={people.total} isAll={!text && !filter} />}</span>
              <PeopleFilters {...address} onChange={url.change} />
            </div>
            {error && <LoadFailure error={error} onRetry={reload} />}
            {!people && !error && <Waiting lines={6} isList />}
            {people && people.users.length > 0 && (
              <ul className="kit-rows" aria-label={t`People`} aria-busy={!response}>
                {people.users.map((user) => (
                  <PersonRow key={user.id} user={user} />
                ))}
              </ul>
            )}
            {people?.users.length === 0 && (
              <EmptyState title={text ? t`Nobody matches “${text}”` : t`Nobody matches these filters`}>
                <Button variant="default" onClick={() => url.change({ q: '', by: '', show: '', since: '' })}>
                  <Trans>Clear filters</Trans>
                </Button>
              </EmptyState>
            )}
            {people && (
              <ListFoot
                {...url}
                label={t`Pages of people`}
                shown={people.users.length}
                total={people.total}
                next={people.next}
              />
            )}
          </div>
        </div>
      </section>
    </AdminFrame>
  )
}

function Count({ total, isAll }: { total: number; isAll: boolean }) {
  if (total >= MAX_COUNTED) return <Plural value={total} one="At least # person" other="At least # people" />
  return isAll ? (
    <Plural value={total} one="# person" other="# people" />
  ) : (
    <Plural value={total} one="# person found" other="# people found" />
  )
}
