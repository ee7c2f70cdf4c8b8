import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, EmptyState, Notice, Panel, request, useRequest } from 'kit'
import { useState } from 'react'
import { LoadFailure } from '../load-failure.tsx'
import { CreateTeamForm } from './create-team-form.tsx'
import { RemoveTeamDialog } from './remove-team-dialog.tsx'
import { type Organization, type Team, TeamRow } from './team-row.tsx'

interface TeamsProps {
  organization: Organization
  teams: Team[]
  cutOff: unknown
  onChanged: () => void
}

export function Teams({ organization, teams, cutOff, onChanged }: TeamsProps) {
  const { t } = useLingui()
  const [renamed, setRenamed] = useState<{ id: string; isOpen: boolean }>()
  const [askedAbout, setAskedAbout] = useState<string>()
  const [removed, setRemoved] = useState<string>()
  const ownTeamId = organization.viewerMembership?.team?.id
  const isOnlyOne = teams.length === 1
  const [rules] = useRequest(isOnlyOne ? 'team rules' : null, () => request(() => authClient.GET('/team-rules')))
  const reasonToStay = (id: string) => {
    if (isOnlyOne && !rules?.data?.removeLastAllowed) return <Trans>An organization needs at least one team.</Trans>
    return (
      id === ownTeamId && (
        <Trans>You are in this team. Move to another one first, or let somebody else remove it.</Trans>
      )
    )
  }
  const modeOf = (id: string) => {
    if (id !== renamed?.id) return 'shown'
    return renamed.isOpen ? 'renamed' : 'back'
  }
  return (
    <>
      {organization.viewerPermissions?.includes('TEAM_CREATE') && (
        <Panel title={t`Create a team`}>
          <CreateTeamForm organizationId={organization.id} onCreated={onChanged} />
        </Panel>
      )}
      <Panel title={t`Teams`}>
        <Notice>{removed && t`The team ${removed} was removed.`}</Notice>
        {teams.length === 0 ? (
          <EmptyState title={t`There is no team yet.`} />
        ) : (
          <ul className="kit-rows" aria-label={t`Teams`}>
            {teams.map((team) => (
              <TeamRow
                key={team.id}
                organization={organization}
                team={team}
                reasonToStay={reasonToStay(team.id)}
                mode={modeOf(team.id)}
                onRename={() => setRenamed({ id: team.id, isOpen: true })}
                onRemove={() => setAskedAbout(team.id)}
                onRenamed={() => {
                  setRenamed({ id: team.id, isOpen: false })
                  onChanged()
                }}
              />
            ))}
          </ul>
        )}
        <RemoveTeamDialog
          organizationId={organization.id}
          team={teams.find(({ id }) => id === askedAbout)}
          onRemoved={setRemoved}
          onClose={() => {
            setAskedAbout(undefined)
            onChanged()
          }}
        />
        {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={onChanged} />}
      </Panel>
    </>
  )
}
