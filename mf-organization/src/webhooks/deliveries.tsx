import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionButton, Badge, Dialog, EmptyState, Text, useFailure, useFormat } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useEffect, useState } from 'react'
import { eventTexts } from '../audit-log/use-description.ts'
import '../cover.css'
import { graphql } from '../generated/gql.ts'
import type { WebhookQuery } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'
import type { Organization, Webhook } from './webhook.ts'

const redeliverMutation = graphql(`
  mutation RedeliverWebhook($input: RedeliverWebhookInput!) {
    redeliverWebhook(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

type Log = NonNullable<NonNullable<WebhookQuery['organization']>['webhookDeliveries']>
type Delivery = Log['nodes'][number]

const errorTexts: Record<string, MessageDescriptor> = {
  redirect: msg`Redirects aren’t followed`,
  address: msg`The host has an internal address`,
  dns: msg`Host not found`,
  connection: msg`No connection`,
  tls: msg`Invalid certificate`,
  timeout: msg`No answer within 10 seconds`,
}

const states: Record<string, { color: string; text: MessageDescriptor }> = {
  delivered: { color: 'green', text: msg`Delivered` },
  failed: { color: 'red', text: msg`Failed` },
  waiting: { color: 'gray', text: msg`Pending` },
}

function useDeliveryTexts() {
  const { t, i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'millisecond' })
  return ({ event, error, status, duration }: Delivery) => {
    const name = event === 'webhook.test' ? msg`Test event` : eventTexts[event]?.[1]
    const reason = error === null ? undefined : errorTexts[error]
    const outcome = reason ? t(reason) : status === null ? '' : t`Status ${status}`
    const took = duration === null ? '' : format.format(duration)
    return { name: name ? t(name) : event, outcome: [outcome, took].filter(Boolean).join(' · ') }
  }
}

/** In milliseconds. */
const pollPause = 1500
const maxPolls = 6

/** Reads again while a new delivery waits for its first try. */
function useFirstTries({ nodes }: Log, reload: () => void): void {
  const waiting = nodes
    .filter(({ attempts, state }) => attempts === 0 && state === 'waiting')
    .map((one) => one.databaseId)
  const key = waiting.join()
  useEffect(() => {
    if (key === '') return undefined
    let polls = 0
    const timer = setInterval(() => {
      polls += 1
      if (polls > maxPolls) clearInterval(timer)
      else reload()
    }, pollPause)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reload is another function in each rendering
  }, [key])
}

interface Props {
  organization: Organization
  webhook: Webhook
  log: Log
  readMore: (after: string | null) => Promise<{ code: string } | null>
  onChanged: () => void
}

export function Deliveries({ organization, webhook, log, readMore, onChanged }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const textsOf = useDeliveryTexts()
  const { failed, failure } = useFailure(organizationTexts)
  const [openId, setOpenId] = useState<string>()
  const open = log.nodes.find(({ databaseId }) => databaseId === openId)
  useFirstTries(log, onChanged)
  return (
    <div className="kit-card webhook-deliveries">
      {log.nodes.length === 0 ? (
        <EmptyState title={t`No deliveries yet`}>
          <Text c="dimmed">{t`Deliveries of the last week appear here. Send a test event to see one.`}</Text>
        </EmptyState>
      ) : (
        <ul className="kit-rows" aria-label={t`Deliveries`}>
          {log.nodes.map((delivery) => {
            const { name, outcome } = textsOf(delivery)
            return (
              <li key={delivery.databaseId}>
                <div className="kit-row-main">
                  <button type="button" className="kit-cover" onClick={() => setOpenId(delivery.databaseId)}>
                    {name}
                  </button>
                  <Text span size="sm" c="dimmed">
                    <time dateTime={delivery.createdAt}>{format.dateTime(delivery.createdAt)}</time>
                    {outcome && ` · ${outcome}`}
                  </Text>
                </div>
                <StateBadge state={delivery.state} />
              </li>
            )
          })}
        </ul>
      )}
      {failure}
      {log.pageInfo.hasNextPage && (
        <div className="kit-list-foot">
          <ActionButton variant="default" size="sm" onAct={async () => failed(await readMore(log.pageInfo.endCursor))}>
            {t`Show more`}
          </ActionButton>
        </div>
      )}
      <Dialog opened={!!open} title={open ? textsOf(open).name : ''} onClose={() => setOpenId(undefined)}>
        {open && (
          <DeliveryDetails organization={organization} webhook={webhook} delivery={open} onChanged={onChanged} />
        )}
      </Dialog>
    </div>
  )
}

function StateBadge({ state }: Pick<Delivery, 'state'>) {
  const { t } = useLingui()
  const known = states[state]
  return <Badge color={known?.color ?? 'gray'}>{known ? t(known.text) : state}</Badge>
}

interface DetailsProps extends Pick<Props, 'organization' | 'webhook' | 'onChanged'> {
  delivery: Delivery
}

function DeliveryDetails({ organization, webhook, delivery, onChanged }: DetailsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { outcome } = useDeliveryTexts()(delivery)
  const { failed, failure } = useFailure(organizationTexts)
  const { databaseId, state, attempts, nextAttemptAt, payload } = delivery
  const tries = format.number(attempts)
  const when = nextAttemptAt && format.relativeTime(nextAttemptAt)
  const redeliver = async () => {
    const input = { organizationId: organization.id, webhookId: webhook.databaseId, deliveryId: databaseId }
    failed(refusalOf(await mutate(redeliverMutation, { input })))
    onChanged()
  }
  return (
    <>
      {failure}
      <Text component="div">
        <StateBadge state={state} /> {outcome}
      </Text>
      {attempts > 0 && (
        <Text c="dimmed" size="sm">
          {t`Tries: ${tries}`}
          {when && <> · {t`Next try ${when}`}</>}
        </Text>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by the keyboard */}
      <pre className="webhook-payload" tabIndex={0} aria-label={t`Body of the request`}>
        {indented(payload)}
      </pre>
      <ActionButton variant="default" disabled={webhook.disabledAt != null} onAct={redeliver}>
        {t`Redeliver`}
      </ActionButton>
    </>
  )
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
