import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { sendJson } from '../list/send-list.ts'
import { activityPage, activityQuery } from '../own-account/activity.routes.ts'
import { readActivity } from '../own-account/activity.sql.ts'
import { requireAdministrator } from './act.ts'
import { personSchema, readPerson } from './person.sql.ts'

const refusal = 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'

/** Not in better-auth: what the page of one person shows. */
export function personRoutes({ get }: Calls, ctx: Context): void {
  get('/admin/user', 'readPerson', 'Return a user with ways to sign in and organizations', {
    querystring: z.object({ id: z.string() }),
    returns: personSchema,
    async handler(request, reply) {
      await requireAdministrator(ctx, request, refusal)
      const person = await readPerson(ctx, request.query.id)
      if (person === null) throw new ApiError('PERSON_NOT_FOUND')
      return sendJson(reply, person)
    },
  })

  get('/admin/user-activity', 'readUserActivity', 'Read what happened to an account, newest first', {
    querystring: activityQuery.extend({ userId: z.string() }),
    returns: activityPage,
    async handler(request, reply) {
      await requireAdministrator(ctx, request, refusal)
      const { userId, ...query } = request.query
      return sendJson(reply, await readActivity(ctx, userId, query, 'administrator'))
    },
  })
}
