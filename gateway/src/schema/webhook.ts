import { badUserInput } from '../errors.ts'
import { pageResolvers, sizeOf } from '../relay/connection.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, organizationIdOf } from './payload.ts'

const named = <T extends { id: string }>({ id: databaseId, ...row }: T) => ({ ...row, databaseId })

export const webhookResolvers = {
  Organization: {
    webhooks: async ({ id }, _, { upstream }) =>
      (await restAuth.listWebhooks(upstream, { organizationId: id })).map(named),
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
      const page = {
        items: found.map(named),
        hasMore: size === 0 ? deliveries.length > 0 : next !== null,
        cursors: found.map(({ number }) => number),
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
      return { webhook: named(webhook), secret }
    }),
    updateWebhook: change(async (upstream, { webhookId, url, events, isEnabled, ...input }) => {
      const webhook = await restAuth.updateWebhook(upstream, {
        organizationId: organizationIdOf(input),
        webhookId,
        url: url ?? undefined,
        events,
        enabled: isEnabled ?? undefined,
      })
      return { webhook: named(webhook) }
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
