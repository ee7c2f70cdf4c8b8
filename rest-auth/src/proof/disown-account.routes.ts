import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { disownAccount } from './disown-account.ts'

const call = callsOf('verification')

export function disownAccountRoutes(app: App, ctx: Context): void {
  app.post(
    '/disown-account',
    call(
      'disownAccount',
      'Remove an account that somebody else made with the own address, by the token of the mail that confirms it',
      { body: z.object({ token: z.string() }), response: { 200: z.object({ removed: z.boolean() }) } },
    ),
    async (request) => ({ removed: await disownAccount(ctx, request.body.token) }),
  )
}
