import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, Button, EmptyState, Toast, request, SectionHead, Text, useRequest } from 'kit'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users-round'
import { useState } from 'react'
import { LoadFailure } from '../load-failure.tsx'
import { useLinkState } from '../use-link-state.ts'
import { TeamDialogs } from './team-dialogs.tsx'
import { type Asked, type Organization, type Team, TeamRow } from './team-row.tsx'

interface TeamsProps {
  organization: Organization
  teams: Team[]
  cutOff: unknown
  onChanged: () => void
}

export function Teams({ organization, teams, cutOff, onChanged }: TeamsProps) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ about: Asked; id?: string }>()
  useLinkState('createTeam', () => setAsked({ about: 'create' }))
  const [removed, setRemoved] = useState<string>()
  const isOnlyOne = teams.length === 1
  const [rules] = useRequest(isOnlyOne ? 'team rules' : null, () => request(() => authClient.GET('/team-rules')))
  const reasonToStay = (id: string) => {
    if (isOnlyOne && !rules?.data?.removeLastAllowed) return t`An organization needs at least one team.`
    if (id === organization.viewerMembership?.team?.id) return t`Move to another team before you remove this one.`
    return undefined
  }
  const create = organization.viewerPermissions?.includes('TEAM_CREATE') && (
    <Button leftSection={<Plus size={16} />} onClick={() => setAsked({ about: 'create' })}>
      <Trans>Create team</Trans>
    </Button>
  )
  return (
    <section className="kit-section">
      <SectionHead title={t`Teams`} count={teams.length} action={teams.length > 0 && create} />
      <Toast>{removed && t`The team ${removed} was removed.`}</Toast>
      <div className="kit-card">
        {teams.length === 0 ? (
          <EmptyState title={t`No teams yet`} picture={<Users size={96} strokeWidth={1.75} absoluteStrokeWidth />}>
            <Text c="dimmed">{t`Group members to invite and filter them together.`}</Text>
            {create}
          </EmptyState>
        ) : (
          <ul className="kit-rows" aria-label={t`Teams`}>
            {teams.map((team) => (
              <TeamRow
                key={team.id}
                organization={organization}
                team={team}
                reasonToStay={reasonToStay(team.id)}
                onAsk={(about) => setAsked({ about, id: team.id })}
              />
            ))}
          </ul>
        )}
      </div>
      {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={onChanged} />}
      <TeamDialogs
        organizationId={organization.id}
        asked={asked?.about}
        team={teams.find(({ id }) => id === asked?.id)}
        onRemoved={setRemoved}
        onClose={() => setAsked(undefined)}
        onChanged={onChanged}
      />
    </section>
  )
}
