import { useLingui } from '@lingui/react/macro'
import { authClient, Avatar, useFormat, useRequest } from 'kit'
import { ListPage } from '../list-page.tsx'
import { requestPage } from '../request-page.ts'
import { Row } from '../rows.tsx'
import { useListUrl } from '../use-list-url.ts'

export function OrganizationsPage() {
  const { t } = useLingui()
  const format = useFormat()
  const url = useListUrl()
  const query = { ...url.page, searchValue: url.text }
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
  return <ListPage title={t`Organizations`} url={url} response={response} onRetry={reload} />
}
