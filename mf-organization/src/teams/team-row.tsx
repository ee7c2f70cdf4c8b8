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
  /** `back` when it has just been renamed, or not: the focus returns to where it was. */
  mode: 'shown' | 'renamed' | 'back'
  onRename: () => void
  onRemove: () => void
  /** Whether it was done, given up or refused: somebody else may have been faster, so what is shown has to be asked anew. */
  onRenamed: () => void
}

/** A team, who is in it, and what can be done with it; it is renamed in its place. */
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
        <Text fw={600}>{name}</Text>
        <Members slug={organization.slug} team={team} />
      </div>
      <Group gap="xs">
        {permissions.includes('TEAM_UPDATE') && (
          <Button
            variant="default"
            size="xs"
            onClick={onRename}
            aria-label={t`Rename ${name}`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus comes back to where it was before renaming
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

/** How many they are, with a link to all of them, and the first ones by name. */
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
