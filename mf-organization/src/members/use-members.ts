import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { useAllPages } from '../use-all-pages.ts'

const membersQuery = graphql(`
  query OrganizationMembers($slug: String!, $after: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFields
      viewerPermissions
      viewerMembership {
        id
        roles
      }
      members(first: 100, after: $after, orderBy: { field: NAME, direction: ASC }) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          roles
          team {
            id
            name
          }
          user {
            id
            name
            email
            image
          }
        }
      }
      invitations(status: PENDING, first: 100) {
        nodes {
          id
          email
          roles
          team {
            id
          }
          expiresAt
        }
      }
    }
  }
`)

/** An organization with all its members. */
export function useMembers(slug: string) {
  const { data, error, refetch, fetchMore } = useQuery(membersQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
  })
  const organization = data?.organization
  const { nodes, cutOff, reload } = useAllPages(organization?.id, organization?.members, {
    refetch,
    pageAfter: async (after) => (await fetchMore({ variables: { after } })).data?.organization?.members,
  })
  return { organization, members: nodes, error, cutOff, reload }
}
