import { useLingui } from '@lingui/react/macro'
import { EmptyState, TextLink, useParams } from 'kit'
import { callErrorOf, useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import type { WebhookQuery } from '../generated/graphql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookHead } from './webhook-head.tsx'
import { webhookPath } from './webhook.ts'
import './webhooks.css'

const webhookQuery = graphql(`
  query Webhook($slug: String!, $webhook: ID!, $first: Int!, $after: String) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      webhooks {
        ...WebhookFields
      }
      webhookDeliveries(webhookId: $webhook, first: $first, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          databaseId
          event
          state
          createdAt
          attempts
          nextAttemptAt
          status
          error
          duration
          payload
        }
      }
    }
  }
`)

export default function WebhookPage() {
  const { t } = useLingui()
  const { slug = '', webhook: id = '' } = useParams()
  const { data, error, refetch, fetchMore } = useQuery(webhookQuery, {
    variables: { slug, webhook: id, first: 25 },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
  })
  const organization = data?.organization
  const webhook = organization?.webhooks?.find(({ databaseId }) => databaseId === id)
  const log = organization?.webhookDeliveries
  const reload = () => void refetch()
  const readMore = (after: string | null) =>
    fetchMore({ variables: { after }, updateQuery: append }).then(() => null, callErrorOf)
  return (
    <OrganizationFrame slug={slug} tab="webhooks" organization={organization} error={error} onRetry={reload}>
      {organization &&
        (webhook ? (
          <section className="kit-section webhook-page">
            <WebhookHead organization={organization} webhook={webhook} onChanged={reload} />
            {log ? (
              <Deliveries
                organization={organization}
                webhook={webhook}
                log={log}
                readMore={readMore}
                onChanged={reload}
              />
            ) : (
              <LoadFailure error={error} onRetry={reload} what={t`Deliveries`} />
            )}
          </section>
        ) : organization.webhooks ? (
          <EmptyState title={t`Webhook not found`}>
            <TextLink to={webhookPath(slug)}>{t`All webhooks`}</TextLink>
          </EmptyState>
        ) : (
          <LoadFailure error={error} onRetry={reload} what={t`Webhooks`} />
        ))}
    </OrganizationFrame>
  )
}

function append(shown: WebhookQuery, { fetchMoreResult }: { fetchMoreResult: WebhookQuery }): WebhookQuery {
  const [log, next] = [shown.organization?.webhookDeliveries, fetchMoreResult.organization?.webhookDeliveries]
  if (!shown.organization || !log || !next) return shown
  const webhookDeliveries = { ...next, nodes: [...log.nodes, ...next.nodes] }
  return { ...shown, organization: { ...shown.organization, webhookDeliveries } }
}
