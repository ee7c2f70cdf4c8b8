import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { useAllPages } from '../use-all-pages.ts'
import { teamIdsOf } from './team-choices.tsx'

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

/** `teams` is empty until loaded. */
export function useTeams(organizationId: string) {
  const query = useQuery(choicesQuery, { variables: { organizationId }, fetchPolicy: 'cache-and-network' })
  const { data, error } = query
  const { nodes, reload } = useAllPages(data?.organization?.id, query, (found) => found.organization?.teams)
  const isThere = (id: string) => data === undefined || nodes.some((team) => team.id === id)
  return {
    teams: nodes,
    isLoaded: data !== undefined,
    error,
    reload,
    /** Without teams that were removed meanwhile. */
    chosenIn: (value: string) => teamIdsOf(value).filter(isThere),
  }
}
