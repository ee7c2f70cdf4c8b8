import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, TextLink } from 'kit'
import type { ReactNode } from 'react'
import { ButtonWithReason } from '../button-with-reason.tsx'
import type { OrganizationTeamsQuery } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { RenameTeamForm } from './rename-team-form.tsx'

export type Organization = NonNullable<OrganizationTeamsQuery['organization']>
export type Team = NonNullable<Organization['teams']>['nodes'][number]

interface TeamRowProps {
  organization: Organization
  team: Team
  reasonToStay: ReactNode
  /** `back` after renaming, to restore the focus. */
  mode: 'shown' | 'renamed' | 'back'
  onRename: () => void
  onRemove: () => void
  /** The list must be refetched, even after a failure: someone else may have changed it. */
  onRenamed: () => void
}

export function TeamRow({ organization, team, reasonToStay, mode, onRename, onRemove, onRenamed }: TeamRowProps) {
  const { t } = useLingui()
  const { name } = team
  if (mode === 'renamed') {
    return (
      <li>
        <RenameTeamForm organizationId={organization.id} team={team} onDone={onRenamed} />
      </li>
    )
  }
  const permissions = organization.viewerPermissions ?? []
  return (
    <li>
      <div>
        <Text className="kit-name">{name}</Text>
        <Members slug={organization.slug} team={team} />
      </div>
      <Group gap="xs">
        {permissions.includes('TEAM_UPDATE') && (
          <Button
            variant="default"
            size="xs"
            onClick={onRename}
            aria-label={t`Rename ${name}`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- restores the focus after renaming
            autoFocus={mode === 'back'}
          >
            <Trans>Rename</Trans>
          </Button>
        )}
        {permissions.includes('TEAM_DELETE') && (
          <ButtonWithReason size="xs" reason={reasonToStay} onClick={onRemove} aria-label={t`Remove ${name}`}>
            <Trans>Remove</Trans>
          </ButtonWithReason>
        )}
      </Group>
    </li>
  )
}

function Members({ slug, team }: { slug: string; team: Team }) {
  const { t } = useLingui()
  const members = team.members?.nodes ?? []
  const count = team.members?.totalCount ?? 0
  if (count === 0) return <Text size="sm" c="dimmed">{t`Nobody is in this team.`}</Text>
  const names = members.map(({ user }) => user.name || user.email).join(', ')
  return (
    <Text size="sm" c="dimmed">
      <TextLink to={`${organizationPath(slug)}?team=${encodeURIComponent(team.id)}`}>
        <Plural value={count} one="# member" other="# members" />
      </TextLink>
      {': '}
      {count > members.length ? `${names} …` : names}
    </Text>
  )
}
