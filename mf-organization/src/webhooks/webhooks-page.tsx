import { useLingui } from '@lingui/react/macro'
import { useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { WebhookList } from './webhook-list.tsx'

const webhooksQuery = graphql(`
  query Webhooks($slug: String!) {
    organization(by: { slug: $slug }) {
      ...OrganizationFrame
      webhooks {
        ...WebhookFields
      }
    }
  }
`)

export default function WebhooksPage() {
  const { t } = useLingui()
  const { slug = '' } = useParams()
  const { data, error, refetch } = useQuery(webhooksQuery, {
    variables: { slug },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all', // a member without the permission gets the rest
  })
  const organization = data?.organization
  const reload = () => void refetch()
  return (
    <OrganizationFrame slug={slug} tab="webhooks" organization={organization} error={error} onRetry={reload}>
      {organization &&
        (organization.webhooks ? (
          <WebhookList organization={organization} webhooks={organization.webhooks} onChanged={reload} />
        ) : (
          <LoadFailure error={error} onRetry={reload} what={t`Webhooks`} />
        ))}
    </OrganizationFrame>
  )
}
