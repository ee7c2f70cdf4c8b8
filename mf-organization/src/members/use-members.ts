import { useQuery } from 'kit/graphql'
import { useCallback } from 'react'
import { graphql } from '../generated/gql.ts'
import { type ListUrl, ORDERS, PAGE_SIZE } from './list-url.ts'

const membersQuery = graphql(`
  query OrganizationMembers(
    $slug: String!
    $first: Int
    $after: String
    $last: Int
    $before: String
    $query: String
    $role: String
    $teamId: ID
    $hasSecondFactor: Boolean
    $orderBy: MemberOrder
  ) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      builtInRoles {
        name
        grants
      }
      members(
        first: $first
        after: $after
        last: $last
        before: $before
        query: $query
        assignedRole: $role
        teamId: $teamId
        hasSecondFactor: $hasSecondFactor
        orderBy: $orderBy
      ) {
        totalCount
        pageInfo {
          hasPreviousPage
          hasNextPage
          startCursor
          endCursor
        }
        nodes {
          ...TeamsOfMember
          hasSecondFactor
          assignedRoles
          user {
            id
            name
            email
            isEmailProved
            image
          }
        }
      }
      # Whether somebody is the last one.
      owners: members(first: 2, role: OWNER) {
        nodes {
          id
        }
      }
      invitations(status: PENDING, first: 100) {
        pageInfo {
          hasNextPage
        }
        nodes {
          id
          databaseId
          email
          assignedRoles
          status
          expiresAt
          isExpired
          teams(first: 10) {
            id
            name
          }
        }
      }
    }
  }
`)

export function useMembers(slug: string, { query, role, team, factor, order, after, before }: ListUrl) {
  const page = before ? { last: PAGE_SIZE, before } : { first: PAGE_SIZE, ...(after && { after }) }
  const filter = {
    ...(query && { query }),
    ...(role && { role }),
    ...(team && { teamId: team }),
    ...(factor && { hasSecondFactor: factor === 'some' }),
  }
  const { data, previousData, error, refetch } = useQuery(membersQuery, {
    variables: { slug, ...page, ...filter, orderBy: ORDERS[order] },
    fetchPolicy: 'cache-and-network',
  })
  // Keeps the previous result while loading; otherwise the search field would lose the focus.
  const previous = previousData?.organization?.slug === slug ? previousData : undefined
  const isComing = data === undefined
  const reload = useCallback(() => void refetch(), [refetch])
  return { organization: (data ?? previous)?.organization, error, isComing, reload }
}
