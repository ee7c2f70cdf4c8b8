import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { actorSchema, entrySchema } from '../journal/entry-schema.ts'
import { isPlace, listCursor } from '../list/order.ts'
import { sendJson } from '../list/send-list.ts'
import { requireSession } from '../session/session-guard.ts'
import { activityOrder, readActivity } from './activity.sql.ts'

const activityEntry = entrySchema
  .extend({
    actor: actorSchema,
    organization: z
      .object({ id: z.string(), name: z.string(), slug: z.string() })
      .nullable()
      .describe('Only if the user is a member'),
    ipAddress: z.string().nullable().describe('For 90 days, and not of other people'),
    device: z.string().nullable(),
    isOwn: z.boolean().describe('Whether the user did it'),
  })
  .meta({ id: 'ActivityEntry' })

export const activityQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: listCursor.refine((place) => place === undefined || isPlace(activityOrder, place)),
  kind: z.enum(['sign-in', 'change']).optional(),
})
export const activityPage = z.object({ entries: z.array(activityEntry), cursor: z.string().nullable() })

export function activityRoutes({ get }: Calls, ctx: Context): void {
  get('/activity', 'readActivity', "Read what happened to the user's account, newest first", {
    errors: ['UNAUTHORIZED'],
    querystring: activityQuery,
    returns: activityPage,
    async handler(request, reply) {
      const own = await requireSession(ctx, request)
      return sendJson(reply, await readActivity(ctx, own.user.id, request.query, own))
    },
  })
}
