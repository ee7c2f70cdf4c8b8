import { useLingui } from '@lingui/react/macro'
import { Text, TextLink, Waiting } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { organizationPath } from '../organization-path.ts'
import type { Organization } from './role.ts'

const holdersQuery = graphql(`
  query RoleHolders($organizationId: ID!, $role: String!) {
    organization(by: { id: $organizationId }) {
      id
      members(first: 5, assignedRole: $role) {
        totalCount
        nodes {
          id
          user {
            id
            name
            email
          }
        }
      }
      invitations(status: PENDING, first: 100) {
        nodes {
          id
          email
          assignedRoles
          status
          isExpired
        }
      }
    }
  }
`)

/** Members who have a role, and open invitations that offer it. */
export function useHolders({ id: organizationId }: Organization, role: string) {
  const { data, error, refetch } = useQuery(holdersQuery, {
    variables: { organizationId, role },
    fetchPolicy: 'network-only',
  })
  const { members, invitations } = data?.organization ?? {}
  const offers = invitations?.nodes.filter(
    ({ assignedRoles, status, isExpired }) => assignedRoles.includes(role) && status === 'PENDING' && !isExpired,
  )
  return { members, offers: offers ?? [], error, reload: () => void refetch() }
}

interface Props {
  organization: Organization
  role: string
  holders: ReturnType<typeof useHolders>
}

export function Holders({ organization, role, holders: { members, offers, error, reload } }: Props) {
  const { t } = useLingui()
  if (error) return <LoadFailure error={error} onRetry={reload} />
  if (!members) return <Waiting lines={1} />
  const more = members.totalCount - members.nodes.length
  const list = `${organizationPath(organization.slug)}?role=${encodeURIComponent(role)}`
  return (
    <>
      <ul className="role-holders">
        {members.nodes.map(({ id, user }) => (
          <li key={id}>{user.name || user.email}</li>
        ))}
        {more > 0 && <li>{t`and ${more} more`}</li>}
        {offers.map(({ id, email }) => (
          <li key={id}>{t`${email} (invited)`}</li>
        ))}
      </ul>
      <Text size="sm" className="kit-meta">
        {members.totalCount > 0 && <TextLink to={list}>{t`Show these members`}</TextLink>}
        {offers.length > 0 && <TextLink to={`${list}&invitations=all`}>{t`Show these invitations`}</TextLink>}
      </Text>
    </>
  )
}
