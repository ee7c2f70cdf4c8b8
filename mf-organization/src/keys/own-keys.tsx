import { useLingui } from '@lingui/react/macro'
import { Waiting } from 'kit'
import { GraphqlProvider, useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { KeyList } from './key-list.tsx'

const ownKeysQuery = graphql(`
  query OwnKeys($language: String) {
    viewer {
      apiKeys {
        ...ApiKeyFields
      }
      organizations(first: 50) {
        nodes {
          id
          name
          viewerGrants
          remotePermissions {
            name
            label(language: $language)
          }
        }
      }
    }
  }
`)

/** A section of the account. */
export const OwnKeys = () => (
  <GraphqlProvider>
    <Section />
  </GraphqlProvider>
)

function Section() {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useQuery(ownKeysQuery, {
    variables: { language: i18n.locale },
    fetchPolicy: 'cache-and-network',
  })
  const reload = () => void refetch()
  const { apiKeys, organizations } = data?.viewer ?? {}
  if (!apiKeys || !organizations)
    return error ? <LoadFailure error={error} onRetry={reload} what={t`Keys`} /> : <Waiting lines={3} isList />
  const { nodes } = organizations
  const remotePermissions = nodes.flatMap((each) => each.remotePermissions ?? [])
  return (
    <KeyList
      owner={{
        organizations: nodes.map((each) => ({ ...each, grants: each.viewerGrants ?? [] })),
        remotePermissions,
      }}
      keys={apiKeys}
      onChanged={reload}
    />
  )
}
