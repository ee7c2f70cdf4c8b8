import { useLingui } from '@lingui/react/macro'
import { Panel, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'

const membersQuery = graphql(`
  query OrganizationMembers($slug: String!) {
    organization(by: { slug: $slug }) {
      id
      name
      slug
      viewerPermissions
      viewerMembership {
        id
        roles
      }
      members(first: 100, orderBy: { field: NAME, direction: ASC }) {
        totalCount
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

/** Who is in an organization and who is invited. What one's role does not allow is not offered. */
export function MembersPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const { data, error, refetch } = useQuery(membersQuery, { variables: { slug }, fetchPolicy: 'cache-and-network' })
  const organization = data?.organization
  const reload = () => void refetch()
  const mayInvite = organization?.viewerPermissions?.includes('INVITATION_CREATE') ?? false
  return (
    <OrganizationFrame slug={slug} organization={organization} error={error} onRetry={reload}>
      {organization && (
        <>
          {mayInvite && (
            <Panel title={t`Invite somebody`}>
              <InviteForm
                organizationId={organization.id}
                viewerRoles={organization.viewerMembership?.roles ?? []}
                onInvited={reload}
              />
            </Panel>
          )}
          <Panel title={t`Members`}>
            <MemberList
              organizationId={organization.id}
              members={organization.members?.nodes ?? []}
              viewer={{ membership: organization.viewerMembership, permissions: organization.viewerPermissions ?? [] }}
              onChanged={reload}
            />
          </Panel>
          {organization.invitations && organization.invitations.nodes.length > 0 && (
            <Panel title={t`Open invitations`}>
              <InvitationList
                organizationId={organization.id}
                invitations={organization.invitations.nodes}
                viewerPermissions={organization.viewerPermissions ?? []}
                onChanged={reload}
              />
            </Panel>
          )}
        </>
      )}
    </OrganizationFrame>
  )
}
