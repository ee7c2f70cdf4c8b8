import { Plural, useLingui } from '@lingui/react/macro'
import { Avatar, Text, TextLink, VisuallyHidden } from 'kit'
import type { OrganizationTeamsQuery } from '../generated/graphql.ts'
import { teamPath } from '../organization-path.ts'
import { TeamMenu } from './team-menu.tsx'

export type Organization = NonNullable<OrganizationTeamsQuery['organization']>
/** Opened from the menu of the row. */
export type Asked = 'create' | 'rename' | 'remove'
export type Team = NonNullable<Organization['teams']>['nodes'][number]

interface TeamRowProps {
  organization: Organization
  team: Team
  reasonToStay: string | undefined
  onAsk: (asked: Asked) => void
}

export function TeamRow({ organization, team, reasonToStay, onAsk }: TeamRowProps) {
  const { t } = useLingui()
  const { name } = team
  const page = teamPath(organization.slug, team.id)
  const permissions = organization.viewerPermissions ?? []
  const members = team.members?.nodes ?? []
  const count = team.members?.totalCount ?? 0
  return (
    <li>
      <span>
        <Avatar user={{ id: team.id, name }} isSquare />
      </span>
      <div className="kit-row-main">
        <TextLink to={page} className="kit-name">
          {name}
        </TextLink>
        <Text span size="sm" c="dimmed" className="kit-meta">
          <span>{count > 0 ? <Plural value={count} one="# member" other="# members" /> : t`No members yet`}</span>
          {count === 0 && permissions.includes('MEMBER_UPDATE') && (
            <TextLink inherit to={page} state={{ addPeople: true }}>
              {t`Add people`}
              <VisuallyHidden> {name}</VisuallyHidden>
            </TextLink>
          )}
        </Text>
      </div>
      <span className="kit-avatars kit-only-wide">
        {members.map(({ id, user }) => (
          <Avatar key={id} user={user} size={24} />
        ))}
      </span>
      <TeamMenu name={name} permissions={permissions} reasonToStay={reasonToStay} onAsk={onAsk} />
    </li>
  )
}
