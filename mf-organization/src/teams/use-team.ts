import { useQuery } from 'kit/graphql'
import { useCallback } from 'react'
import { graphql } from '../generated/gql.ts'
import type { OrganizationTeamQuery } from '../generated/graphql.ts'
import { type ListUrl, ORDERS, PAGE_SIZE } from '../members/list-url.ts'

const teamQuery = graphql(`
  query OrganizationTeam(
    $slug: String!
    $teamId: ID!
    $first: Int
    $after: String
    $last: Int
    $before: String
    $query: String
    $orderBy: MemberOrder
  ) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      viewerMembership {
        id
        team {
          id
        }
      }
      # Whether it is the last one.
      teams(first: 2) {
        nodes {
          id
        }
      }
    }
    node(id: $teamId) {
      kind: __typename
      ... on Team {
        id
        name
        organization {
          id
        }
        members(first: $first, after: $after, last: $last, before: $before, query: $query, orderBy: $orderBy) {
          totalCount
          pageInfo {
            hasPreviousPage
            hasNextPage
            startCursor
            endCursor
          }
          nodes {
            id
            roles
            user {
              id
              name
              email
              isEmailProved
              image
            }
          }
        }
      }
    }
  }
`)

export type Organization = NonNullable<OrganizationTeamQuery['organization']>
export type Team = Extract<OrganizationTeamQuery['node'], { kind: 'Team' }>
export type TeamMember = NonNullable<Team['members']>['nodes'][number]

const teamOf = (data: OrganizationTeamQuery | undefined) =>
  data?.node?.kind === 'Team' && data.node.organization?.id === data.organization?.id ? data.node : null

/** `team` is null if the organization has no such team. `forget` removes it from all cached lists. */
export function useTeam(slug: string, teamId: string, { query, order, after, before }: ListUrl) {
  const page = before ? { last: PAGE_SIZE, before } : { first: PAGE_SIZE, ...(after && { after }) }
  const { data, previousData, error, refetch, client } = useQuery(teamQuery, {
    variables: { slug, teamId, ...page, ...(query && { query }), orderBy: ORDERS[order] },
    fetchPolicy: 'cache-and-network',
  })
  // Keeps the previous result while loading; otherwise the search field would lose the focus.
  const known = data ?? (teamOf(previousData)?.id === teamId ? previousData : undefined)
  const reload = useCallback(() => void refetch(), [refetch])
  const forget = () => client.cache.evict({ id: `Team:${teamId}` })
  return { organization: known?.organization, team: teamOf(known), isComing: data === undefined, error, reload, forget }
}
