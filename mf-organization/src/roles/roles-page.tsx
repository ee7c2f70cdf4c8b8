import { useLingui } from '@lingui/react/macro'
import { useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { Roles } from './roles.tsx'

const rolesQuery = graphql(`
  query OrganizationRoles($slug: String!, $language: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      builtInRoles {
        name
        label
        grants
        memberCount
      }
      roles {
        name
        label
        grants
        memberCount
      }
      remotePermissions {
        name
        label(language: $language)
      }
    }
  }
`)

export default function RolesPage() {
  const { slug = '' } = useParams()
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(rolesQuery, {
    variables: { slug, language: i18n.locale },
    fetchPolicy: 'cache-and-network',
  })
  const organization = data?.organization
  const reload = () => void refetch()
  return (
    <OrganizationFrame slug={slug} tab="roles" organization={organization} error={error} onRetry={reload}>
      {organization && (
        <>
          {error && <LoadFailure error={error} onRetry={reload} />}
          <Roles organization={organization} onChanged={reload} />
        </>
      )}
    </OrganizationFrame>
  )
}
