import { Plural, useLingui } from '@lingui/react/macro'
import { Avatar, Text, TextLink } from 'kit'
import type { MenuItem } from 'kit/parts'
import UsersRound from 'lucide-react/icons/users-round'
import type { OrganizationTeamsQuery } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { RowMenu } from '../row-menu.tsx'

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
  const permissions = organization.viewerPermissions ?? []
  const items: MenuItem[] = []
  if (permissions.includes('TEAM_UPDATE')) items.push({ text: t`Rename…`, onSelect: () => onAsk('rename') })
  if (permissions.includes('TEAM_DELETE'))
    items.push({
      text: t`Remove…`,
      description: reasonToStay,
      isDanger: true,
      isDisabled: reasonToStay !== undefined,
      onSelect: () => onAsk('remove'),
    })
  const members = team.members?.nodes ?? []
  const count = team.members?.totalCount ?? 0
  return (
    <li>
      <span className="kit-glyph">
        <UsersRound size={16} aria-hidden />
      </span>
      <div className="kit-row-main">
        <TextLink
          to={`${organizationPath(organization.slug)}?team=${encodeURIComponent(team.id)}`}
          className="kit-name"
        >
          {name}
        </TextLink>
        <Text size="sm" c="dimmed">
          <Plural value={count} _0="No members yet" one="# member" other="# members" />
        </Text>
      </div>
      <span className="kit-avatars kit-only-wide">
        {members.map(({ id, user }) => (
          <Avatar key={id} user={user} size={24} />
        ))}
      </span>
      <RowMenu name={name} items={items} />
    </li>
  )
}
