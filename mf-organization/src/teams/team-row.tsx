import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from 'kit'
import { useState } from 'react'
import type { OrganizationTeamsQuery, Permission } from '../generated/graphql.ts'
import { RenameTeamForm } from './rename-team-form.tsx'

type Organization = NonNullable<OrganizationTeamsQuery['organization']>
type Team = NonNullable<Organization['teams']>['nodes'][number]

interface TeamRowProps {
  organizationId: string
  team: Team
  isLast: boolean
  permissions: Permission[]
  onRemove: () => void
  /** Whether it was done, given up or refused: somebody else may have been faster, so what is shown has to be asked anew. */
  onChanged: () => void
}

/** A team, renamed in its place. The last one stays, and says so. */
export function TeamRow({ organizationId, team, isLast, permissions, onRemove, onChanged }: TeamRowProps) {
  const { t } = useLingui()
  const [mode, setMode] = useState<'shown' | 'renamed' | 'after rename'>('shown')
  const { name } = team
  if (mode === 'renamed') {
    return (
      <li>
        <RenameTeamForm
          organizationId={organizationId}
          team={team}
          onDone={() => {
            setMode('after rename')
            onChanged()
          }}
        />
      </li>
    )
  }
  return (
    <li>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          <Plural value={team.members?.totalCount ?? 0} one="# member" other="# members" />
        </Text>
      </div>
      <Group gap="xs">
        {permissions.includes('TEAM_UPDATE') && (
          <Button
            variant="default"
            size="xs"
            onClick={() => setMode('renamed')}
            aria-label={t`Rename ${name}`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus comes back to where it was before renaming
            autoFocus={mode === 'after rename'}
          >
            <Trans>Rename</Trans>
          </Button>
        )}
        {permissions.includes('TEAM_DELETE') &&
          (isLast ? (
            <Text size="sm" c="dimmed">
              <Trans>The last team stays.</Trans>
            </Text>
          ) : (
            <Button variant="default" size="xs" onClick={onRemove} aria-label={t`Remove ${name}`}>
              <Trans>Remove</Trans>
            </Button>
          ))}
      </Group>
    </li>
  )
}
