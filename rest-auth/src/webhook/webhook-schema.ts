import { postErrors } from 'service/guarded-post.ts'
import { z } from 'zod'
import { eventNames, events, isEventName, type EventName } from '../journal/events.ts'

/** Those that an organization's webhooks can get, which begin after it and end with it. Webhooks of the installation get all. */
export const organizationEvents: readonly EventName[] = eventNames.filter((name) => {
  const fields: readonly string[] = events[name].fields
  return fields.includes('organizationId') && !/^organization\.(created|deleted)/.test(name)
})

/** Sent by `test-webhook`, and not in the journal. */
export const testEvent = 'webhook.test'

export const webhookSchema = z
  .object({
    id: z.string(),
    organizationId: z.string().nullable().describe('Null for webhooks of the installation'),
    url: z.string(),
    events: z.array(z.string()).nullable().describe('Null for all, also for new ones'),
    createdAt: z.date(),
    updatedAt: z.date().nullable(),
    disabledAt: z.date().nullable(),
    disabledBy: z.enum(['owner', 'system']).nullable().describe('`system` after a day of failures'),
    deliveredAt: z.date().nullable().describe('When a delivery last succeeded'),
    failedAt: z.date().nullable().describe('When one last failed'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = Readonly<z.infer<typeof webhookSchema>>

export const deliverySchema = z
  .object({
    id: z.string().describe('As in the payload and the header webhook-id; of the entry in the audit log'),
    number: z.string().describe('For `before`'),
    event: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: z.date(),
    attempts: z.int(),
    nextAttemptAt: z.date().nullable().describe('While it waits'),
    triedAt: z.date().nullable().describe('The last try'),
    status: z.int().nullable().describe('Of the response, whose body is not kept'),
    error: z.enum(postErrors).nullable(),
    duration: z.int().nullable().describe('Of the last try, in milliseconds'),
    payload: z.string().describe('As sent'),
  })
  .meta({ id: 'WebhookDelivery' })

const listed = (names: z.ZodArray<z.ZodString>) =>
  names
    .min(1)
    .max(100)
    .transform((all) => [...new Set(all)])
    .nullable()

export const eventsField = listed(z.array(z.string().refine(isEventName, 'Unknown event')))

/** Refuses events that no organization has. */
export const organizationEventsField = listed(
  z.array(z.string().refine((name) => isEventName(name) && organizationEvents.includes(name), 'Unknown event')),
)
