import { useLingui } from '@lingui/react/macro'
import { Button, EmptyState, SectionHead, Text, Toast, useLocation, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users-round'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { useAllPages } from '../use-all-pages.ts'
import { useLinkState } from '../use-link-state.ts'
import { TeamDialogs } from './team-dialogs.tsx'
import { useReasonToStay } from './team-menu.tsx'
import { type Asked, type Organization, type Team, TeamRow } from './team-row.tsx'

const teamsQuery = graphql(`
  query OrganizationTeams($slug: String!, $after: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      viewerMembership {
        id
        team {
          id
        }
      }
      teams(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...TeamSummary
        }
      }
    }
  }
`)

export default function TeamsPage() {
  const { slug = '' } = useParams()
  const query = useQuery(teamsQuery, { variables: { slug }, fetchPolicy: 'cache-and-network' })
  const organization = query.data?.organization
  const { nodes, cutOff, reload } = useAllPages(organization?.id, query, (data) => data.organization?.teams)
  return (
    <OrganizationFrame slug={slug} tab="teams" organization={organization} error={query.error} onRetry={reload}>
      {organization && <Teams organization={organization} teams={nodes} cutOff={cutOff} onChanged={reload} />}
    </OrganizationFrame>
  )
}

interface TeamsProps {
  organization: Organization
  teams: Team[]
  cutOff: unknown
  onChanged: () => void
}

function Teams({ organization, teams, cutOff, onChanged }: TeamsProps) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ about: Asked; id?: string }>()
  useLinkState('createTeam', () => setAsked({ about: 'create' }))
  // Set by the page of a team that was removed there.
  const { removedTeam }: { removedTeam?: unknown } = Object(useLocation().state)
  const [removed, setRemoved] = useState(typeof removedTeam === 'string' ? removedTeam : undefined)
  const reasonToStay = useReasonToStay(teams, organization.viewerMembership?.team?.id)
  const create = organization.viewerPermissions?.includes('TEAM_CREATE') && (
    <Button leftSection={<Plus size={16} />} onClick={() => setAsked({ about: 'create' })}>{t`Create team`}</Button>
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
