import { useLingui } from '@lingui/react/macro'
import { EmptyState, Panel, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { CreateTeamForm } from './create-team-form.tsx'
import { TeamRow } from './team-row.tsx'

const teamsQuery = graphql(`
  query OrganizationTeams($slug: String!) {
    organization(by: { slug: $slug }) {
      id
      name
      slug
      viewerPermissions
      teams(first: 100) {
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
  const { data, error, refetch } = useQuery(teamsQuery, { variables: { slug }, fetchPolicy: 'cache-and-network' })
  const organization = data?.organization
  const reload = () => void refetch()
  const permissions = organization?.viewerPermissions ?? []
  const teams = organization?.teams?.nodes ?? []
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
                    onChanged={reload}
                  />
                ))}
              </ul>
            )}
          </Panel>
        </>
      )}
    </OrganizationFrame>
  )
}
