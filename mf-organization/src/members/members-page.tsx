import { useLingui } from '@lingui/react/macro'
import { Panel, useParams } from 'kit'
import { callErrorOf } from 'kit/graphql'
import { useEffect, useEffectEvent } from 'react'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { useListUrl } from './list-url.ts'
import { ListControls } from './list-controls.tsx'
import { MemberList } from './member-list.tsx'
import { useMembers } from './use-members.ts'
import { WithCards } from './with-cards.tsx'

/** From this total on, the lists have search, filters and sorting. */
const MIN_ENTRIES_FOR_CONTROLS = 8

export function MembersPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const [address, goTo] = useListUrl()
  const { organization, isComing, error, reload } = useMembers(slug, address)
  const permissions = organization?.viewerPermissions ?? []
  const mayInvite = permissions.includes('INVITATION_CREATE')
  const invitations = organization?.invitations?.nodes ?? []
  const isChosen = address.query !== '' || address.role !== null || address.team !== null || address.order !== 'name'
  const isLong = (organization?.members?.totalCount ?? 0) + invitations.length >= MIN_ENTRIES_FOR_CONTROLS
  const isEmpty = !isComing && organization?.members?.nodes.length === 0
  const isRefused = error !== undefined && callErrorOf(error).code === 'BAD_USER_INPUT'
  const isPageGone = (address.after !== null || address.before !== null) && (isEmpty || isRefused)
  const goToFirstPage = useEffectEvent(() => goTo({}, { replace: true }))
  useEffect(() => {
    if (isPageGone) goToFirstPage()
  }, [isPageGone])
  return (
    <OrganizationFrame
      slug={slug}
      tab=""
      organization={organization}
      error={isPageGone ? undefined : error}
      onRetry={reload}
    >
      {organization && (
        <WithCards organization={organization}>
          {mayInvite && (
            <Panel title={t`Invite somebody`}>
              <InviteForm
                organizationId={organization.id}
                viewerRoles={organization.viewerMembership?.roles ?? []}
                onInvited={reload}
              />
            </Panel>
          )}
          {(isLong || isChosen) && <ListControls organizationId={organization.id} address={address} onGoTo={goTo} />}
          <Panel title={t`Members`}>
            {error && !isPageGone && <LoadFailure error={error} onRetry={reload} />}
            {organization.members && (
              <MemberList
                key={organization.id}
                organizationId={organization.id}
                members={organization.members}
                owners={organization.owners?.nodes ?? []}
                viewer={{ membership: organization.viewerMembership, permissions }}
                address={address}
                onGoTo={goTo}
                onChanged={reload}
              />
            )}
          </Panel>
          {(mayInvite || invitations.length > 0) && (
            <Panel title={t`Open invitations`}>
              <InvitationList
                organizationId={organization.id}
                invitations={invitations}
                viewerPermissions={permissions}
                address={address}
                onGoTo={goTo}
                onChanged={reload}
              />
            </Panel>
          )}
        </WithCards>
      )}
    </OrganizationFrame>
  )
}
