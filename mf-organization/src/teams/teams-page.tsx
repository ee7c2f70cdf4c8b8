import { useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { OrganizationFrame } from '../organization-frame.tsx'
import { useAllPages } from '../use-all-pages.ts'
import { Teams } from './teams.tsx'

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
