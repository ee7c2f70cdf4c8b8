import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, EmptyState, SectionHead, Text, TextLink, useFormat, useLazyComponent, useParams } from 'kit'
import { useQuery } from 'kit/graphql'
import Plus from 'lucide-react/icons/plus'
import WebhookIcon from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OrganizationFrame } from '../organization-frame.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhookPath, type Organization, type Webhook } from './webhook.ts'
import './webhooks.css'

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

interface Props {
  organization: Organization
  webhooks: readonly Webhook[]
  onChanged: () => void
}

function WebhookList({ organization, webhooks, onChanged }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { Component: CreateWebhook, fallback } = useLazyComponent(
    isOpen,
    async () => (await import('./webhook-form.tsx')).CreateWebhook,
  )
  const lastDelivered = (time: string) => {
    const when = format.relativeTime(time)
    return t`Last delivered ${when}`
  }
  const add = (
    <Button leftSection={<Plus size={16} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
      {t`Add webhook`}
    </Button>
  )
  return (
    <section className="kit-section">
      <SectionHead
        title={t`Webhooks`}
        count={webhooks.length || undefined}
        description={t`Send what happens in this organization to your own systems.`}
        action={webhooks.length > 0 && add}
      />
      <div className="kit-card">
        {webhooks.length === 0 ? (
          <EmptyState title={t`No webhooks yet`}>
            <Text c="dimmed">{t`A webhook sends each change of members, invitations, teams and settings to a URL, signed.`}</Text>
            {add}
          </EmptyState>
        ) : (
          <ul className="kit-rows" aria-label={t`Webhooks`}>
            {webhooks.map((webhook) => (
              <li key={webhook.databaseId}>
                <span className="kit-glyph">
                  <WebhookIcon size={16} aria-hidden />
                </span>
                <div className="kit-row-main">
                  <TextLink
                    inherit
                    className="kit-cover webhook-url"
                    to={webhookPath(organization.slug, webhook.databaseId)}
                  >
                    {webhook.url}
                  </TextLink>
                  <Text span size="sm" c="dimmed">
                    <EventCount events={webhook.events} />
                    {webhook.deliveredAt && <> · {lastDelivered(webhook.deliveredAt)}</>}
                  </Text>
                </div>
                <WebhookState webhook={webhook} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Dialog opened={isOpen} title={t`Add webhook`} onClose={() => setOpen(false)}>
        {isOpen && CreateWebhook ? (
          <CreateWebhook organization={organization} onChanged={onChanged} onClose={() => setOpen(false)} />
        ) : (
          fallback
        )}
      </Dialog>
    </section>
  )
}

function EventCount({ events }: Pick<Webhook, 'events'>) {
  const count = events?.length
  return count === undefined ? <Trans>All events</Trans> : <Plural value={count} one="# event" other="# events" />
}
