import { sql } from 'database/sql.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { requireActor, isKey, userIdOf } from '../organization/actor.ts'
import { findReached } from '../organization/organization-list.sql.ts'
import { openToImpersonation } from '../session/session-guard.ts'
import { findUserById } from '../user/user.sql.ts'
import { userSummarySchema } from '../user/user.ts'
import { apiKeySchema } from './api-key.ts'
import { readOwnKey } from './manage-keys.ts'
import { openToKeys } from '../active-key/read-key.ts'

const actorSchema = z
  .object({
    kind: z.enum(['person', 'key']),
    user: userSummarySchema.nullable().describe('Null for a key of an organization'),
    key: apiKeySchema.nullable().describe('Null for a person'),
    organizations: z
      .array(z.object({ id: z.string(), name: z.string(), slug: z.string(), permissions: z.array(z.string()) }))
      .nullable()
      .describe('Where a key acts, with what it may do there now. Null for a person'),
  })
  .meta({ id: 'Actor' })

/** The first call of a program: it tells whether the key works, and for what. */
export function actorRoutes({ get }: Calls, ctx: Context): void {
  get('/actor', 'getActor', 'Return who makes the request: the person of a session, or a key', {
    errors: ['UNAUTHORIZED'],
    config: { ...openToImpersonation, ...openToKeys },
    returns: actorSchema,
    async handler(request) {
      const actor = await requireActor(ctx, request)
      if (!isKey(actor)) return { kind: 'person' as const, user: actor.user, key: null, organizations: null }
      const userId = userIdOf(actor)
      const [key, user, organizations] = await Promise.all([
        readOwnKey(ctx, actor.id),
        userId === null ? null : findUserById(ctx, userId),
        findReached(ctx, actor, sql`o."id" = any (${[...actor.organizationIds]}::text[])`),
      ])
      if (!key) throw new ApiError('INVALID_API_KEY') // deleted meanwhile
      return { kind: 'key' as const, user, key, organizations }
    },
  })
}
