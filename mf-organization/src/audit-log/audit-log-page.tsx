import { useLingui } from '@lingui/react/macro'
import { Button, EmptyState, SectionHead, Text, useFormat, useParams } from 'kit'
import { callErrorOf, useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { AuditLogQuery } from '../generated/graphql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import './audit-log.css'
import { Entries } from './entries.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterChips, useFilters } from './filters.tsx'

const logQuery = graphql(`
  query AuditLog($slug: String!, $people: Int!, $first: Int!, $after: String, $filter: AuditLogFilter) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      members(first: $people, orderBy: { field: NAME, direction: ASC }) {
        nodes {
          id
          user {
            id
            name
            email
          }
        }
      }
      auditLog(first: $first, after: $after, filter: $filter) {
        keptDays
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          databaseId
          at
          event
          email
          details
          requestId
          actor {
            kind
            userId
            name
            image
            actedForUserId
            actedForName
          }
          target {
            databaseId
            name
          }
        }
      }
    }
  }
`)

export default function AuditLogPage() {
  const { t } = useLingui()
  const format = useFormat()
  const { slug = '' } = useParams()
  const filters = useFilters()
  const { data, previousData, error, client, refetch, fetchMore } = useQuery(logQuery, {
    variables: { slug, people: 100, first: 50, filter: filters.selected },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all', // a member without the permission gets the rest
  })
  const known = previousData?.organization?.slug === slug ? previousData : undefined
  const organization = (data ?? known)?.organization
  const log = organization?.auditLog
  const kept = format.duration((log?.keptDays ?? 0) * 86_400)
  const more = { slug, people: 0, filter: filters.selected }
  const reload = () => void refetch()
  const readMore = (after: string | null) =>
    fetchMore({ variables: { ...more, after }, updateQuery: append }).then(() => null, callErrorOf)
  const readPage = async (after: string | null) => {
    const variables = { ...more, first: 100, after }
    const page = await client.query({ query: logQuery, variables, fetchPolicy: 'no-cache' })
    return page.data?.organization?.auditLog
  }
  return (
    <OrganizationFrame slug={slug} tab="audit-log" organization={organization} error={error} onRetry={reload}>
      {organization && (
        <section className="kit-section">
          <SectionHead
            title={t`Audit log`}
            description={log && t`Kept for ${kept}`}
            action={<ExportButton slug={slug} readPage={readPage} />}
          />
          <div className="kit-card audit-log">
            <FilterChips organization={organization} {...filters} />
            {error ? (
              <LoadFailure error={error} onRetry={reload} />
            ) : log?.nodes.length ? (
              <Entries log={log} readMore={readMore} />
            ) : filters.isFiltered ? (
              <EmptyState title={t`No changes match these filters`}>
                <Button variant="default" onClick={filters.clear}>{t`Clear filters`}</Button>
              </EmptyState>
            ) : (
              <EmptyState title={t`Nothing yet`}>
                <Text c="dimmed">{t`Changes to members, teams and settings appear here.`}</Text>
              </EmptyState>
            )}
          </div>
        </section>
      )}
    </OrganizationFrame>
  )
}

function append(shown: AuditLogQuery, { fetchMoreResult }: { fetchMoreResult: AuditLogQuery }): AuditLogQuery {
  const [log, next] = [shown.organization?.auditLog, fetchMoreResult.organization?.auditLog]
  if (!shown.organization || !log || !next) return shown
  return {
    ...shown,
    organization: { ...shown.organization, auditLog: { ...next, nodes: [...log.nodes, ...next.nodes] } },
  }
}
