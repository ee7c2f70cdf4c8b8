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

type Organization = NonNullable<OrganizationMembersQuery['organization']>
type Members = NonNullable<Organization['members']>

interface Known {
  organization: Organization
  /** Why not all its members are there. */
  cutOff?: unknown
  /** The answer that it began with; absent once it has to be asked for anew. */
  first?: Organization
}

/**
 * An organization with all its members: the pages after the first one follow by themselves, so that searching finds everybody
 * and no owner is taken for the last one. While they are asked for anew, those known before stay: a list that became shorter
 * for a moment would close a dialog of its end.
 */
export function useMembers(slug: string) {
  const { data, error, refetch, fetchMore } = useQuery(membersQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
  })
  const [known, setKnown] = useState<Known>()
  const first = data?.organization
  const hasMore = first?.members?.pageInfo.hasNextPage ?? false
  useEffect(() => {
    if (!first?.members || !hasMore || known?.first === first) return
    let isCurrent = true
    const pageAfter = async (after: string | null) =>
      (await fetchMore({ variables: { after } })).data?.organization?.members
    void followPages(first.members, pageAfter).then(({ members, cutOff }) => {
      if (isCurrent) setKnown({ first, organization: { ...first, members }, cutOff })
    })
    return () => {
      isCurrent = false
    }
  }, [first, hasMore, known, fetchMore])
  const reload = () => {
    setKnown(known && { organization: known.organization })
    void refetch()
  }
  const shown: { organization: typeof first; cutOff?: unknown } =
    hasMore && known?.organization.id === first?.id && known ? known : { organization: first }
  return { ...shown, error, reload }
}

async function followPages(
  members: Members,
  pageAfter: (cursor: string | null) => Promise<Members | null | undefined>,
): Promise<{ members: Members; cutOff?: unknown }> {
  if (!members.pageInfo.hasNextPage) return { members }
  try {
    const next = await pageAfter(members.pageInfo.endCursor)
    return next ? await followPages({ ...next, nodes: [...members.nodes, ...next.nodes] }, pageAfter) : { members }
  } catch (cutOff) {
    return { members, cutOff }
  }
}
