import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { findSession, openToImpersonation } from '../session/session-guard.ts'
import { isOperator } from './operator.ts'

export function operatorRoutes({ get }: Calls, ctx: Context): void {
  get('/is-operator', 'isOperator', 'Check whether the user is an operator of this installation', {
    errors: [],
    config: openToImpersonation,
    returns: z.object({
      operator: z
        .object({ id: z.string(), email: z.string() })
        .nullable()
        .describe('Null if the user is not an operator or there is no session'),
    }),
    async handler(request) {
      const active = await findSession(ctx, request, { refresh: false })
      return { operator: active && (await isOperator(ctx, active.user.id)) ? active.user : null }
    },
  })
}
