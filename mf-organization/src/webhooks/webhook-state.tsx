import { useLingui } from '@lingui/react/macro'
import { Badge } from 'kit'
import type { Webhook } from './webhook.ts'

/** Failing: the last try failed, so that more follow. */
const isFailing = ({ failedAt, deliveredAt }: Webhook): boolean =>
  failedAt != null && (deliveredAt == null || failedAt > deliveredAt)

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui()
  if (webhook.disabledAt) return <Badge color={webhook.disabledBy === 'system' ? 'red' : 'gray'}>{t`Disabled`}</Badge>
  return isFailing(webhook) ? <Badge color="yellow">{t`Failing`}</Badge> : <Badge color="green">{t`Enabled`}</Badge>
}
