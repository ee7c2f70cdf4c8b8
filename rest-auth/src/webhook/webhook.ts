import { parseGuardedUrl, type Guard } from 'service/guarded-post.ts'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { insertDelivery, repeatDelivery } from './delivery.sql.ts'
import { newSecret, sealSecret } from './secret.ts'
import { testEvent, type Webhook } from './webhook-schema.ts'
import {
  deleteWebhook,
  findWebhook,
  findWebhooks,
  insertWebhook,
  replaceSecret,
  updateWebhook,
  type Place,
} from './webhook.sql.ts'

// All of these need the lock of the organization, which orders its journal.

const maxWebhooks = 20

export const guardOf = ({ config }: Pick<Context, 'config'>): Guard => ({
  allowedHosts: config.WEBHOOK_ALLOWED_HOSTS,
  allowsLoopback: !config.production,
})

export async function createWebhook(
  tx: Context,
  organizationId: Place,
  { url, events }: Pick<Webhook, 'url' | 'events'>,
): Promise<Webhook & { secret: string }> {
  const present = await findWebhooks(tx, organizationId)
  if (present.length >= maxWebhooks) throw new ApiError('TOO_MANY_WEBHOOKS', { details: { limit: maxWebhooks } })
  const [id, secret] = [randomId(), newSecret()]
  const sealed = sealSecret(tx, id, secret)
  const webhook = await insertWebhook(tx, { id, organizationId, url: allowedUrl(tx, url), events, secret: sealed })
  record(tx, 'webhook.created', { organizationId, webhookId: id })
  return { ...webhook, secret }
}

export async function getWebhook(ctx: Context, organizationId: Place, id: string): Promise<Webhook> {
  const webhook = await findWebhook(ctx, organizationId, id)
  if (!webhook) throw new ApiError('WEBHOOK_NOT_FOUND')
  return webhook
}

interface Changes {
  readonly url?: string | undefined
  readonly events?: Webhook['events'] | undefined
  readonly enabled?: boolean | undefined
}

/** Enabled again, it also gets what happened meanwhile. */
export async function changeWebhook(
  tx: Context,
  organizationId: Place,
  id: string,
  changes: Changes,
): Promise<Webhook> {
  const before = await getWebhook(tx, organizationId, id)
  const { enabled = before.disabledAt === null } = changes
  const url = changes.url === undefined ? before.url : allowedUrl(tx, changes.url)
  const events = changes.events === undefined ? before.events : changes.events
  const fields = [
    ...(url === before.url ? [] : ['url']),
    ...(events?.toSorted().join() === before.events?.toSorted().join() ? [] : ['events']),
    ...(enabled === (before.disabledAt === null) ? [] : ['enabled']),
  ]
  if (fields.length === 0) return before
  record(tx, 'webhook.changed', { organizationId, webhookId: id, fields })
  return updateWebhook(tx, id, {
    url,
    events,
    disabledAt: enabled ? null : (before.disabledAt ?? tx.now()),
    disabledBy: enabled ? null : (before.disabledBy ?? 'owner'),
  })
}

export async function rotateSecret(tx: Context, organizationId: Place, id: string): Promise<string> {
  await getWebhook(tx, organizationId, id)
  const secret = newSecret()
  await replaceSecret(tx, id, sealSecret(tx, id, secret))
  record(tx, 'webhook.changed', { organizationId, webhookId: id, fields: ['secret'] })
  return secret
}

export async function removeWebhook(tx: Context, organizationId: Place, id: string): Promise<void> {
  await getWebhook(tx, organizationId, id)
  await deleteWebhook(tx, id)
  record(tx, 'webhook.deleted', { organizationId, webhookId: id })
}

/** Returns the id of the delivery. */
export async function sendTest(
  ctx: Context,
  organizationId: Place,
  webhookId: string,
  sender: { readonly kind: string; readonly id: string },
): Promise<string> {
  await getEnabled(ctx, organizationId, webhookId)
  const id = crypto.randomUUID()
  const payload = JSON.stringify({
    id,
    event: testEvent,
    at: ctx.now(),
    organizationId,
    position: null,
    actor: { ...sender, actedFor: null },
    target: sender,
    details: { webhookId },
  })
  await insertDelivery(ctx, { webhookId, id, event: testEvent, payload })
  return id
}

export async function redeliver(ctx: Context, organizationId: Place, webhookId: string, id: string): Promise<void> {
  await getEnabled(ctx, organizationId, webhookId)
  if (!(await repeatDelivery(ctx, webhookId, id))) throw new ApiError('DELIVERY_NOT_FOUND')
}

async function getEnabled(ctx: Context, organizationId: Place, id: string): Promise<void> {
  const { disabledAt } = await getWebhook(ctx, organizationId, id)
  if (disabledAt) throw new ApiError('WEBHOOK_IS_DISABLED')
}

function allowedUrl(ctx: Context, url: string): string {
  const parsed = parseGuardedUrl(url, guardOf(ctx))
  if (!parsed) throw new ApiError('WEBHOOK_URL_IS_NOT_ALLOWED')
  return parsed.href
}
