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
 * and no owner is taken for the last one. While they are asked for anew, those known before stay: a list that became shorter
 * for a moment would close a dialog of its end. `cutOff` is why a page did not come.
 */
export function useMembers(slug: string) {
  const { data, error, refetch, fetchMore } = useQuery(membersQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
  })
  const [failed, setFailed] = useState<{ after: string; cause: unknown }>()
  const newest = data?.organization
  const page = newest?.members?.pageInfo
  const after = page?.hasNextPage ? page.endCursor : null
  useEffect(() => {
    if (!after || failed?.after === after) return
    fetchMore({ variables: { after }, updateQuery: append(after) }).catch((cause: unknown) =>
      setFailed({ after, cause }),
    )
  }, [after, failed, fetchMore])
  const [whole, setWhole] = useState(newest)
  if (!after && newest !== whole) setWhole(newest)
  const reload = () => {
    setFailed(undefined)
    void refetch()
  }
  return {
    organization: after && whole?.id === newest?.id ? whole : newest,
    error,
    cutOff: failed?.after === after ? failed?.cause : undefined,
    reload,
  }
}

/** A page is of use behind the one that it was asked for after; a list loaded anew meanwhile has asked for its own. */
const append =
  (after: string) =>
  (known: OrganizationMembersQuery, { fetchMoreResult }: { fetchMoreResult: OrganizationMembersQuery }) => {
    const before = known.organization
    const more = fetchMoreResult.organization?.members
    if (before?.members?.pageInfo.endCursor !== after || !more) return known
    return { organization: { ...before, members: { ...more, nodes: [...before.members.nodes, ...more.nodes] } } }
  }
