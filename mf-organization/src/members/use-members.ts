import { useQuery } from 'kit/graphql'
import { useEffect, useState } from 'react'
import { graphql } from '../generated/gql.ts'
import type { OrganizationMembersQuery } from '../generated/graphql.ts'

const membersQuery = graphql(`
  query OrganizationMembers($slug: String!, $after: String) {
    organization(by: { slug: $slug }) {
      id
      name
      slug
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
          expiresAt
        }
      }
    }
  }
`)

/**
 * An organization with all its members: the pages after the first one follow by themselves, so that searching finds everybody
 * and no owner is taken for the last one. `cutOff` is why a page did not come.
 */
export function useMembers(slug: string) {
  const { data, error, refetch, fetchMore } = useQuery(membersQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
  })
  const [failed, setFailed] = useState<{ after: string; cause: unknown }>()
  const organization = data?.organization
  const page = organization?.members?.pageInfo
  const after = page?.hasNextPage ? page.endCursor : null
  useEffect(() => {
    if (!after || failed?.after === after) return
    fetchMore({ variables: { after }, updateQuery: appended }).catch((cause: unknown) => setFailed({ after, cause }))
  }, [after, failed, fetchMore])
  const reload = () => {
    setFailed(undefined)
    void refetch()
  }
  return { organization, error, cutOff: failed?.after === after ? failed?.cause : undefined, reload }
}

function appended(
  known: OrganizationMembersQuery,
  { fetchMoreResult }: { fetchMoreResult: OrganizationMembersQuery },
): OrganizationMembersQuery {
  const before = known.organization
  const more = fetchMoreResult.organization?.members
  if (!before?.members || !more) return known
  return { organization: { ...before, members: { ...more, nodes: [...before.members.nodes, ...more.nodes] } } }
}
