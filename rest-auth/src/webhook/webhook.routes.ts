import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { act, requireAdministrator } from '../administration/act.ts'
import { openToKeys } from '../active-key/read-key.ts'
import type { Context } from '../context.ts'
import { status, type Calls } from '../http/calls.ts'
import { sendJson } from '../list/send-list.ts'
import { lockProven } from '../organization/actor.ts'
import { changeAsMember, errorsOf, requireMembership, requireScope } from '../organization/membership.ts'
import { webhookPolicy } from '../organization/policies.ts'
import { readDeliveries } from './delivery.sql.ts'
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  redeliver,
  removeWebhook,
  rotateSecret,
  sendTest,
} from './webhook.ts'
import { deliverySchema, eventsField, organizationEventsField, webhookSchema } from './webhook-schema.ts'
import { findWebhooks, type Place } from './webhook.sql.ts'

/** A body or query, which has been validated. */
type Named = { readonly organizationId?: unknown }
const ofOrganizationFields = { organizationId: z.string().optional() }

/** An organization or the installation, with the calls for its webhooks. */
interface Owner {
  readonly path: string
  /** After the verb in the ids of the calls. */
  readonly noun: string
  readonly whose: string
  readonly events: typeof eventsField
  readonly fields: Partial<typeof ofOrganizationFields>
  readonly config: { readonly openToKeys?: true }
  /** @throws unless the caller may manage them */
  readonly requirePlace: (request: FastifyRequest, named: Named) => Promise<Place>
  /** For changes. `isProven`: only after a recent sign-in. */
  readonly change: <T>(
    request: FastifyRequest,
    named: Named,
    isProven: boolean,
    run: (tx: Context, place: Place) => Promise<T>,
  ) => Promise<T>
}

const refusal = 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS'
const errorsOfManaging = [...errorsOf(webhookPolicy), 'NO_ACTIVE_ORGANIZATION'] as const

const senderOf = ({ key, actorId = '' }: FastifyRequest) =>
  key ? { kind: 'key', id: key.id } : { kind: 'person', id: actorId }

/** Closed to impersonation, because a URL may contain a secret of its receiver. */
export function webhookRoutes(calls: Calls, ctx: Context): void {
  const scopeOf = (request: FastifyRequest, named: Named) =>
    requireScope(ctx, request, z.object(ofOrganizationFields).parse(named))
  const ofOrganization: Owner = {
    path: '/organization',
    noun: 'Webhook',
    whose: 'of an organization',
    events: organizationEventsField,
    fields: ofOrganizationFields,
    config: openToKeys,
    async requirePlace(request, named) {
      const scope = await scopeOf(request, named)
      ;(await requireMembership(ctx, scope, webhookPolicy)).authorize()
      return scope.organizationId
    },
    async change(request, named, isProven, run) {
      const scope = await scopeOf(request, named)
      return changeAsMember(ctx, scope, webhookPolicy, async (tx, authorize) => {
        authorize()
        if (isProven) await lockProven(tx, scope.actor)
        return run(tx, scope.organizationId)
      })
    },
  }
  const ofInstallation: Owner = {
    path: '/admin',
    noun: 'InstallationWebhook',
    whose: 'of the installation, which get the events of all',
    events: eventsField,
    fields: {},
    config: {},
    async requirePlace(request) {
      await requireAdministrator(ctx, request, refusal)
      return null
    },
    change: (request, _, __, run) => act(ctx, request, refusal, (tx) => run(tx, null)),
  }
  for (const owner of [ofOrganization, ofInstallation]) {
    readRoutes(calls, ctx, owner)
    changeRoutes(calls, owner)
    deliveryRoutes(calls, owner)
  }
}

const webhookId = z.string()
const page = z.object({
  deliveries: z.array(deliverySchema),
  next: z.string().nullable().describe('For `before`. Null after the last page'),
})

function readRoutes({ get }: Calls, ctx: Context, { path, noun, whose, fields, config, requirePlace }: Owner): void {
  get(`${path}/list-webhooks`, `list${noun}s`, `List the webhooks ${whose}`, {
    errors: errorsOfManaging,
    config,
    querystring: z.object(fields),
    returns: z.array(webhookSchema),
    async handler(request) {
      return findWebhooks(ctx, await requirePlace(request, request.query))
    },
  })

  get(
    `${path}/list-webhook-deliveries`,
    `list${noun}Deliveries`,
    `List the deliveries of the last week to a webhook ${whose}, newest first`,
    {
      errors: [...errorsOfManaging, 'WEBHOOK_NOT_FOUND'],
      config,
      querystring: z.object({
        ...fields,
        webhookId,
        limit: z.coerce.number().int().min(1).max(100).default(25),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional()
          .describe('`next` of the previous page'),
      }),
      returns: page,
      async handler(request, reply) {
        const place = await requirePlace(request, request.query)
        const { id } = await getWebhook(ctx, place, request.query.webhookId)
        return sendJson(reply, await readDeliveries(ctx, id, request.query))
      },
    },
  )
}

function changeRoutes({ post }: Calls, { path, noun, whose, fields, config, events, change }: Owner): void {
  const url = z.string()

  post(`${path}/create-webhook`, `create${noun}`, `Create a webhook ${whose}. The secret is shown only once`, {
    errors: [...errorsOfManaging, 'SESSION_IS_NOT_FRESH', 'TOO_MANY_WEBHOOKS', 'WEBHOOK_URL_IS_NOT_ALLOWED'],
    journal: ['webhook.created'],
    config,
    body: z.object({ ...fields, url, events: events.default(null).describe('Null for all') }),
    returns: webhookSchema.extend({ secret: z.string() }).meta({ id: `New${noun}` }),
    handler: (request) => change(request, request.body, true, (tx, place) => createWebhook(tx, place, request.body)),
  })

  post(`${path}/update-webhook`, `update${noun}`, `Change, disable or enable a webhook ${whose}; absent fields stay`, {
    errors: [...errorsOfManaging, 'SESSION_IS_NOT_FRESH', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_URL_IS_NOT_ALLOWED'],
    journal: ['webhook.changed'],
    config,
    body: z.object({
      ...fields,
      webhookId,
      url: url.optional(),
      events: events.optional(),
      enabled: z.boolean().optional().describe('Enabled again, it also gets what happened meanwhile'),
    }),
    returns: webhookSchema,
    handler: (request) =>
      change(request, request.body, true, (tx, place) =>
        changeWebhook(tx, place, request.body.webhookId, request.body),
      ),
  })

  post(`${path}/rotate-webhook-secret`, `rotate${noun}Secret`, `Replace the secret of a webhook ${whose} at once`, {
    errors: [...errorsOfManaging, 'SESSION_IS_NOT_FRESH', 'WEBHOOK_NOT_FOUND'],
    journal: ['webhook.changed'],
    config,
    body: z.object({ ...fields, webhookId }),
    returns: z.object({ secret: z.string() }),
    handler: (request) =>
      change(request, request.body, true, async (tx, place) => ({
        secret: await rotateSecret(tx, place, request.body.webhookId),
      })),
  })

  post(`${path}/delete-webhook`, `delete${noun}`, `Delete a webhook ${whose}`, {
    errors: [...errorsOfManaging, 'SESSION_IS_NOT_FRESH', 'WEBHOOK_NOT_FOUND'],
    journal: ['webhook.deleted'],
    config,
    body: z.object({ ...fields, webhookId }),
    returns: status,
    async handler(request) {
      await change(request, request.body, false, (tx, place) => removeWebhook(tx, place, request.body.webhookId))
      return { status: true }
    },
  })
}

function deliveryRoutes({ post }: Calls, { path, noun, whose, fields, config, change }: Owner): void {
  post(`${path}/test-webhook`, `test${noun}`, `Send the event webhook.test to a webhook ${whose}`, {
    errors: [...errorsOfManaging, 'SESSION_IS_NOT_FRESH', 'WEBHOOK_IS_DISABLED', 'WEBHOOK_NOT_FOUND'],
    journal: 'It changes nothing',
    config,
    body: z.object({ ...fields, webhookId }),
    returns: z.object({ deliveryId: z.string() }),
    handler: (request) =>
      change(request, request.body, false, async (tx, place) => ({
        deliveryId: await sendTest(tx, place, request.body.webhookId, senderOf(request)),
      })),
  })

  post(`${path}/redeliver-webhook`, `redeliver${noun}`, `Deliver an event to a webhook ${whose} again`, {
    errors: [
      ...errorsOfManaging,
      'DELIVERY_NOT_FOUND',
      'SESSION_IS_NOT_FRESH',
      'WEBHOOK_IS_DISABLED',
      'WEBHOOK_NOT_FOUND',
    ],
    journal: 'It changes nothing',
    config,
    body: z.object({ ...fields, webhookId, deliveryId: z.string() }),
    returns: status,
    async handler(request) {
      const { webhookId: id, deliveryId } = request.body
      await change(request, request.body, false, (tx, place) => redeliver(tx, place, id, deliveryId))
      return { status: true }
    },
  })
}
