import { useLingui } from '@lingui/react/macro'
import { Panel, Place, SectionHead, Stack, Toast, useLazyComponent, useParams, usePlaces } from 'kit'
import { SegmentedTabs } from 'kit/parts'
import { type ReactNode, useCallback, useState } from 'react'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { placePropsOf } from '../place-props.ts'
import { InvitePeople } from './invite-people.tsx'
import { isFiltered, MIN_ENTRIES_FOR_CONTROLS, useListUrl } from './list-url.ts'
import { MemberList } from './member-list.tsx'
import { SearchField } from './search-field.tsx'
import type { Organization } from './member.ts'
import { useFirstPageIfGone } from './use-first-page.ts'
import { useMembers } from './use-members.ts'

export default function MembersPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const [address, goTo] = useListUrl()
  const { organization, isComing, error, reload } = useMembers(slug, address)
  const [said, setSaid] = useState<{ id: string | undefined; message: ReactNode }>()
  const id = organization?.id
  const say = useCallback((message: ReactNode) => setSaid({ id, message }), [id])
  const permissions = organization?.viewerPermissions ?? []
  const mayInvite = permissions.includes('INVITATION_CREATE')
  const { members, invitations } = organization ?? {}
  const invitationCount = invitations?.nodes.length ?? 0
  const hasTabs = mayInvite || invitationCount > 0
  const { Component: InvitationList, fallback } = useLazyComponent(
    hasTabs && address.isInvitations,
    async () => (await import('./invitation-list.tsx')).InvitationList,
  )
  const hasControls =
    isFiltered(address) ||
    address.order !== 'name' ||
    (members?.totalCount ?? 0) + invitationCount >= MIN_ENTRIES_FOR_CONTROLS
  const isEmpty = !isComing && members?.nodes.length === 0
  const isPageGone = useFirstPageIfGone([address, goTo], { isEmpty, error })
  const shared = { address, hasFilters: hasControls, onGoTo: goTo, onSay: say, onChanged: reload }
  const memberList = organization && members && <MemberList organization={organization} members={members} {...shared} />
  const invitationList =
    InvitationList && organization && invitations ? (
      <InvitationList organization={organization} invitations={invitations} {...shared} />
    ) : (
      fallback
    )
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
          <section className="kit-section" key={organization.id}>
            <SectionHead
              title={t`Members`}
              action={mayInvite && <InvitePeople organization={organization} onSay={say} onInvited={reload} />}
            />
            <Toast>{said?.id === id && said?.message}</Toast>
            {error && !isPageGone && <LoadFailure error={error} onRetry={reload} />}
            <div className="kit-lists">
              {hasControls && (
                <SearchField query={address.query} onSearch={(q) => goTo({ q }, { replace: address.query !== '' })} />
              )}
              {hasTabs ? (
                <SegmentedTabs
                  label={t`Members and invitations`}
                  items={[
                    { value: 'members', text: t`Members`, count: members?.totalCount },
                    {
                      value: 'invitations',
                      text: t`Invitations`,
                      count: invitations?.pageInfo.hasNextPage ? undefined : invitationCount,
                    },
                  ]}
                  value={address.isInvitations ? 'invitations' : 'members'}
                  onChange={(tab) => goTo({ invitations: tab === 'invitations' ? 'all' : null })}
                >
                  {address.isInvitations ? invitationList : memberList}
                </SegmentedTabs>
              ) : (
                memberList
              )}
            </div>
          </section>
        </WithCards>
      )}
    </OrganizationFrame>
  )
}

/** Other remotes' cards stand beside the content. */
function WithCards({ organization, children }: { organization: Organization; children: ReactNode }) {
  const props = placePropsOf(organization)
  const cards = usePlaces('organization-card', props.roles, props.permissions) ?? []
  return (
    <div className="kit-beside">
      <Stack gap="lg">{children}</Stack>
      {cards.length > 0 && (
        <Stack gap="lg">
          {cards.map((card) => (
            <Panel key={`${card.remote} ${card.name}`} title={card.label}>
              <Place place="organization-card" entry={card} {...props} />
            </Panel>
          ))}
        </Stack>
      )}
    </div>
  )
}
