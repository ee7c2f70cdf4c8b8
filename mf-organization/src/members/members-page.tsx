import { useLingui } from '@lingui/react/macro'
import { Panel, useParams } from 'kit'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { useMembers } from './use-members.ts'

/** Who is in an organization and who is invited. What one's role does not allow is not offered. */
export function MembersPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const { organization, members, error, cutOff, reload } = useMembers(slug)
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
              members={members}
              viewer={{ membership: organization.viewerMembership, permissions: organization.viewerPermissions ?? [] }}
              onChanged={reload}
            />
            {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={reload} />}
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
