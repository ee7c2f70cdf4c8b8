import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import { errorsOf, requireOwnScope } from '../membership.ts'
import { organizationPolicy } from '../policies.ts'
import { requireSecondFactor } from './demand.ts'

/** Not in better-auth. */
export function secondFactorRoutes({ post }: Calls, ctx: Context): void {
  post(
    '/organization/require-second-factor',
    'requireSecondFactor',
    'Close an organization to sessions without a second factor after a grace period, or no longer',
    {
      errors: [...errorsOf(organizationPolicy.requireSecondFactor), 'NO_ACTIVE_ORGANIZATION', 'SESSION_IS_NOT_FRESH'],
      journal: ['organization.second-factor-required', 'organization.second-factor-not-required'],
      body: z.object({
        organizationId: z.string().optional(),
        required: z.boolean(),
        graceDays: z.int().min(0).max(90).default(0).describe('With 0, the session needs a second factor itself'),
      }),
      returns: z.object({ organizationId: z.string(), secondFactorRequiredAt: z.date().nullable() }),
      async handler(request) {
        const { required, graceDays } = request.body
        const scope = await requireOwnScope(ctx, request, request.body)
        const secondFactorRequiredAt = await requireSecondFactor(ctx, scope, required ? graceDays : null)
        return { organizationId: scope.organizationId, secondFactorRequiredAt }
      },
    },
  )
}
