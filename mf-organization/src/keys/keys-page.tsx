import { useLingui } from '@lingui/react/macro'
import { useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { KeyList } from './key-list.tsx'

const keysQuery = graphql(`
  query OrganizationKeys($slug: String!, $language: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      apiKeys {
        ...ApiKeyFields
      }
      remotePermissions {
        name
        label(language: $language)
      }
    }
  }
`)

export default function KeysPage() {
  const { t, i18n } = useLingui()
  const { slug = '' } = useParams()
  const { data, error, refetch } = useQuery(keysQuery, {
    variables: { slug, language: i18n.locale },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all', // a member without the permission gets the rest
  })
  const organization = data?.organization
  const keys = organization?.apiKeys
  const reload = () => void refetch()
  return (
    <OrganizationFrame slug={slug} tab="keys" organization={organization} error={error} onRetry={reload}>
      {organization &&
        (keys ? (
          <KeyList
            owner={{
              organizationId: organization.id,
              organizations: [{ ...organization, grants: organization.viewerGrants ?? [] }],
              remotePermissions: organization.remotePermissions ?? [],
            }}
            keys={keys}
            onChanged={reload}
          />
        ) : (
          <LoadFailure error={error} onRetry={reload} what={t`Keys`} />
        ))}
    </OrganizationFrame>
  )
}
