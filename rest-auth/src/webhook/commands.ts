import { transaction, type Context } from '../context.ts'
import { createWebhook, removeWebhook } from './webhook.ts'
import { eventsField } from './webhook-schema.ts'
import { findWebhooks } from './webhook.sql.ts'

type Options = Readonly<Record<string, string | boolean | undefined>>

/** For webhooks of the installation. The calls `/admin/…-webhook` do the same, and more. */
export const webhookCommands = {
  'webhook list': { journal: 'It only reads', run: describeWebhooks },
  'webhook add': { journal: ['webhook.created'], run: addWebhook },
  'webhook remove': { journal: ['webhook.deleted'], run: deleteWebhook },
} as const

async function describeWebhooks(ctx: Context): Promise<string> {
  const webhooks = await findWebhooks(ctx, null)
  const lines = webhooks.map(({ id, url, events, disabledAt }) => {
    const state = disabledAt ? [`disabled since ${disabledAt.toISOString()}`] : []
    return [id, url, events?.join(',') ?? 'all events', ...state].join('  ')
  })
  return lines.join('\n') || 'There are no webhooks of the installation.'
}

async function addWebhook(ctx: Context, { url, events }: Options): Promise<string> {
  if (typeof url !== 'string') throw new Error('--url is missing.')
  const parsed = eventsField.safeParse(typeof events === 'string' ? events.split(',') : null)
  if (!parsed.success) throw new Error('--events must name events of docs/security-events.md, separated by commas.')
  const { id, secret } = await transaction(ctx, (tx) => createWebhook(tx, null, { url, events: parsed.data }))
  return `Webhook ${id} gets what happens from now on. Its secret is not shown again:\n${secret}`
}

async function deleteWebhook(ctx: Context, { id }: Options): Promise<string> {
  if (typeof id !== 'string') throw new Error('--id is missing.')
  await transaction(ctx, (tx) => removeWebhook(tx, null, id))
  return `Webhook ${id} was deleted.`
}
