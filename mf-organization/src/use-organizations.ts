import { useQuery } from 'kit/graphql'
import { graphql } from './generated/gql.ts'
import { useAllPages } from './use-all-pages.ts'

graphql(`
  fragment OrganizationFields on Organization {
    id
    databaseId
    name
    slug
    logo
  }
`)

// All queries of an organization's pages include this, so that none fetches it again.
graphql(`
  fragment OrganizationFrame on Organization {
    ...OrganizationFields
    needsSecondFactor
    secondFactorRequiredAt
    viewerPermissions
    viewerGrants
    viewerMembership {
      id
      roles
      assignedRoles
    }
    roles {
      name
      label
      grants
    }
  }
`)

const organizationsQuery = graphql(`
  query Organizations($after: String) {
    viewer {
      user {
        id
        email
      }
      isEmailProved
      organizations(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...OrganizationFields
          needsSecondFactor
          viewerMembership {
            id
            assignedRoles
          }
        }
      }
      invitations(first: 3) {
        totalCount
        nodes {
          id
          organizationName
          expiresAt
        }
      }
    }
  }
`)

export function useOrganizations() {
  const query = useQuery(organizationsQuery)
  const viewer = query.data?.viewer
  const pages = useAllPages(viewer?.user.id, query, (data) => data.viewer?.organizations)
  return { viewer, organizations: pages.nodes, error: query.error, cutOff: pages.cutOff, reload: pages.reload }
}
