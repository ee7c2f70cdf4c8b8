import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { useAllPages } from '../use-all-pages.ts'

const choicesQuery = graphql(`
  query TeamChoices($organizationId: ID!, $after: String) {
    organization(by: { id: $organizationId }) {
      id
      teams(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          name
        }
      }
    }
  }
`)

/** Empty until loaded. */
export function useTeams(organizationId: string) {
  const query = useQuery(choicesQuery, { variables: { organizationId }, fetchPolicy: 'cache-and-network' })
  return useAllPages(query.data?.organization?.id, query, (data) => data.organization?.teams).nodes
}
