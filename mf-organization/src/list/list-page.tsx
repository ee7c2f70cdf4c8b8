import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, EmptyState, LinkButton, Page, Panel, Stack, Text, TextLink, Waiting } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { organizationPath } from '../organization-path.ts'
import { ReceivedInvitations } from './received-invitations.tsx'

const listQuery = graphql(`
  query OrganizationList {
    viewer {
      organizations(first: 100) {
        nodes {
          id
          name
          slug
          isActive
        }
      }
      invitations(first: 100) {
        totalCount
        nodes {
          id
          organizationName
          organizationSlug
          inviterEmail
          expiresAt
        }
      }
    }
  }
`)

export function ListPage() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(listQuery, { fetchPolicy: 'cache-and-network' })
  const invitations = data?.viewer?.invitations?.nodes ?? []
  const organizations = data?.viewer?.organizations?.nodes
  return (
    <Page title={t`Organizations`}>
      <ReceivedInvitations invitations={invitations} onChanged={() => void refetch()} />
      <Panel>
        {organizations ? (
          <List organizations={organizations} />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </Panel>
    </Page>
  )
}

function List({ organizations }: { organizations: { id: string; name: string; slug: string; isActive: boolean }[] }) {
  const { t } = useLingui()
  const create = <LinkButton to="/organizations/new">{t`Create an organization`}</LinkButton>
  if (organizations.length === 0) {
    return <EmptyState title={t`You are in no organization yet.`}>{create}</EmptyState>
  }
  return (
    <Stack align="start">
      <ul className="kit-rows">
        {organizations.map(({ id, name, slug, isActive }) => (
          <li key={id}>
            <div>
              <TextLink to={organizationPath(slug)} fw={600}>
                {name}
              </TextLink>
              <Text size="sm" c="dimmed">
                {slug}
              </Text>
            </div>
            {isActive && (
              <Badge variant="light">
                <Trans>Active</Trans>
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {create}
    </Stack>
  )
}
