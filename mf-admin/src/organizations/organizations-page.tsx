import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { authClient, Avatar, useFormat, useRequest } from 'kit'
import { FilterSelect, optionOf } from '../filter-select.tsx'
import { ListPage } from '../list-page.tsx'
import { requestPage } from '../request-page.ts'
import { Row } from '../rows.tsx'
import { useListUrl } from '../use-list-url.ts'

/** By `by` in the URL. */
const searches = {
  '': { label: msg`Name starts with` },
  slug: { label: msg`URL is` },
} as const

export function OrganizationsPage() {
  const { t } = useLingui()
  const format = useFormat()
  const url = useListUrl()
  const by = optionOf(searches, url.get('by'))
  const isSlug = by === 'slug' && url.text !== ''
  // The last part of a URL that was pasted as a whole.
  const lastPart = url.text.replace(/^.*\//, '')
  const query = {
    ...url.page,
    ...(isSlug ? { searchField: 'slug' as const, searchValue: lastPart } : { searchValue: url.text }),
  }
  const [response, reload] = useRequest(JSON.stringify(query), () =>
    requestPage(
      () => authClient.GET('/admin/list-organizations', { params: { query } }),
      ({ organizations, total }) => ({
        total,
        rows: organizations.map(({ id, name, slug, logo, memberCount }) => (
          <Row
            key={id}
            mark={<Avatar user={{ id, name, image: logo }} isSquare />}
            name={name}
            to={`/admin/organizations/${id}`}
            facts={[slug, t`Members: ${{ count: format.number(memberCount) }}`]}
          />
        )),
      }),
    ),
  )
  const filters = (
    <FilterSelect label={t`Search in`} value={by} options={searches} onChange={(value) => url.change({ by: value })} />
  )
  return <ListPage title={t`Organizations`} url={url} filters={filters} response={response} onRetry={reload} />
}
