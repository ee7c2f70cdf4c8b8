import { badUserInput } from '../errors.ts'
import { pageResolvers, sizeOf } from '../relay/connection.ts'
import type { WebhookSource } from '../sources.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, organizationIdOf } from './payload.ts'

const toWebhook = ({ id, ...webhook }: { id: string } & Omit<WebhookSource, 'databaseId'>): WebhookSource => ({
  ...webhook,
  databaseId: id,
})

export const webhookResolvers = {
  Organization: {
    webhooks: async ({ id }, _, { upstream }) =>
      (await restAuth.listWebhooks(upstream, { organizationId: id })).map(toWebhook),
    webhookDeliveries: async ({ id }, { webhookId, ...args }, { upstream }) => {
      const { first, after, last, before } = args
      if ((last ?? before) != null) throw badUserInput('Use only `first` and `after`: the newest comes first.')
      const size = sizeOf(first)
      const { deliveries, next } = await restAuth.listWebhookDeliveries(upstream, {
        organizationId: id,
        webhookId,
        limit: Math.max(size, 1),
        before: after ?? undefined,
      })
      const found = deliveries.slice(0, size)
      const cursors = found.map(({ number }) => number)
      const page = {
        items: found.map(({ id: databaseId, ...delivery }) => ({ ...delivery, databaseId })),
        hasMore: size === 0 ? deliveries.length > 0 : next !== null,
        cursors,
        startCursor: cursors[0] ?? null,
        endCursor: cursors.at(-1) ?? null,
      }
      return { page, args }
    },
  },
  WebhookDeliveryConnection: pageResolvers,

  Mutation: {
    createWebhook: change(async (upstream, { url, events, ...input }) => {
      const organizationId = organizationIdOf(input)
      const { secret, ...webhook } = await restAuth.createWebhook(upstream, {
        organizationId,
        url,
        events: events ?? null,
      })
      return { webhook: toWebhook(webhook), secret }
    }),
    updateWebhook: change(async (upstream, { webhookId, url, events, isEnabled, ...input }) => {
      const webhook = await restAuth.updateWebhook(upstream, {
        organizationId: organizationIdOf(input),
        webhookId,
        url: url ?? undefined,
        events,
        enabled: isEnabled ?? undefined,
      })
      return { webhook: toWebhook(webhook) }
    }),
    rotateWebhookSecret: change(async (upstream, { webhookId, ...input }) =>
      restAuth.rotateWebhookSecret(upstream, { organizationId: organizationIdOf(input), webhookId }),
    ),
    deleteWebhook: change(async (upstream, { webhookId, ...input }) => {
      await restAuth.deleteWebhook(upstream, { organizationId: organizationIdOf(input), webhookId })
      return { deletedWebhookId: webhookId }
    }),
    testWebhook: change(async (upstream, { webhookId, ...input }) =>
      restAuth.testWebhook(upstream, { organizationId: organizationIdOf(input), webhookId }),
    ),
    redeliverWebhook: change(async (upstream, { webhookId, deliveryId, ...input }) => {
      await restAuth.redeliverWebhook(upstream, { organizationId: organizationIdOf(input), webhookId, deliveryId })
      return { deliveryId }
    }),
  },
} satisfies Resolvers
