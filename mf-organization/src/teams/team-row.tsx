import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Avatar, Text, TextLink, VisuallyHidden } from 'kit'
import type { MenuItem } from 'kit/parts'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
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
  const page = organizationPath(organization.slug)
  const permissions = organization.viewerPermissions ?? []
  const items: MenuItem[] = []
  if (permissions.includes('TEAM_UPDATE'))
    items.push({ text: t`Rename…`, icon: <Pencil size={16} />, onSelect: () => onAsk('rename') })
  if (permissions.includes('TEAM_DELETE'))
    items.push({
      text: t`Remove…`,
      icon: <Trash size={16} />,
      description: reasonToStay,
      isDanger: true,
      isDisabled: reasonToStay !== undefined,
      onSelect: () => onAsk('remove'),
    })
  const members = team.members?.nodes ?? []
  const count = team.members?.totalCount ?? 0
  return (
    <li>
      <span>
        <Avatar user={{ id: team.id, name }} isSquare />
      </span>
      <div className="kit-row-main">
        <span className="kit-name">{name}</span>
        <Text span size="sm" c="dimmed" className="kit-meta">
          {count > 0 ? (
            <TextLink inherit to={`${page}?team=${encodeURIComponent(team.id)}`}>
              <Plural value={count} one="# member" other="# members" />
              <VisuallyHidden> {name}</VisuallyHidden>
            </TextLink>
          ) : (
            <span>{t`No members yet`}</span>
          )}
          {count === 0 && permissions.includes('INVITATION_CREATE') && (
            <TextLink inherit to={page} state={{ inviteTo: team.id }}>
              <Trans>Add people</Trans>
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
      <RowMenu name={name} items={items} />
    </li>
  )
}
