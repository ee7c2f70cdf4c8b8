import { useLingui } from '@lingui/react/macro'
import { EmptyState, Panel, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { useAllPages } from '../use-all-pages.ts'
import { CreateTeamForm } from './create-team-form.tsx'
import { RemoveTeamDialog } from './remove-team-dialog.tsx'
import { TeamRow } from './team-row.tsx'

const teamsQuery = graphql(`
  query OrganizationTeams($slug: String!, $after: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFields
      viewerPermissions
      teams(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          name
          members {
            totalCount
          }
        }
      }
    }
  }
`)

export function TeamsPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const [removedId, setRemovedId] = useState<string>()
  const { data, error, refetch, fetchMore } = useQuery(teamsQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
  })
  const organization = data?.organization
  const {
    nodes: teams,
    cutOff,
    reload,
  } = useAllPages(organization?.id, organization?.teams, {
    refetch,
    pageAfter: async (after) => (await fetchMore({ variables: { after } })).data?.organization?.teams,
  })
  const permissions = organization?.viewerPermissions ?? []
  return (
    <OrganizationFrame slug={slug} organization={organization} error={error} onRetry={reload}>
      {organization && (
        <>
          {permissions.includes('TEAM_CREATE') && (
            <Panel title={t`Create a team`}>
              <CreateTeamForm organizationId={organization.id} onCreated={reload} />
            </Panel>
          )}
          <Panel title={t`Teams`}>
            {teams.length === 0 ? (
              <EmptyState title={t`There is no team yet.`} />
            ) : (
              <ul className="kit-rows" aria-label={t`Teams`}>
                {teams.map((team) => (
                  <TeamRow
                    key={team.id}
                    organizationId={organization.id}
                    team={team}
                    isLast={teams.length === 1}
                    permissions={permissions}
                    onRemove={() => setRemovedId(team.id)}
                    onChanged={reload}
                  />
                ))}
              </ul>
            )}
            <RemoveTeamDialog
              organizationId={organization.id}
              team={teams.find(({ id }) => id === removedId)}
              onClose={() => {
                setRemovedId(undefined)
                reload()
              }}
            />
            {cutOff !== undefined && <LoadFailure error={cutOff} onRetry={reload} />}
          </Panel>
        </>
      )}
    </OrganizationFrame>
  )
}
