import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from 'service/described-call.ts'
import { findSession } from '../session/session-guard.ts'
import { isOperator } from './operator.sql.ts'

const call = callsOf('session')

export function operatorRoutes(app: App, ctx: Context): void {
  app.get(
    '/is-operator',
    call('isOperator', 'Check whether the user is an operator of this installation', {
      returns: z.object({
        operator: z
          .object({ id: z.string(), email: z.string() })
          .nullable()
          .describe('Null if the user is not an operator or there is no session'),
      }),
    }),
    async (request) => {
      const active = await findSession(ctx, request, { refresh: false })
      return { operator: active && (await isOperator(ctx, active.user.id)) ? active.user : null }
    },
  )
}
