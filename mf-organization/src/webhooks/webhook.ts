import { graphql } from '../generated/gql.ts'
import type { OrganizationFrameFragment, WebhookFieldsFragment } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'

graphql(`
  fragment WebhookFields on Webhook {
    databaseId
    url
    events
    disabledAt
    disabledBy
    deliveredAt
    failedAt
  }
`)

export const updateMutation = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        ...WebhookFields
      }
      userErrors {
        code
      }
    }
  }
`)

export type Organization = Pick<OrganizationFrameFragment, 'id' | 'slug'>
export type Webhook = WebhookFieldsFragment

export const webhookPath = (slug: string, id = ''): string => `${organizationPath(slug)}/webhooks${id && `/${id}`}`
