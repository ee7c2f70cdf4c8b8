import { requestContexts } from 'database/request-context.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/calls.ts'
import { currentRequest } from '../request-context.ts'
import { newEntry, setActor } from '../journal/journal.ts'
import { insertRefusedSignIn, type Entry } from '../journal/journal.sql.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signIn: { readonly account: string; readonly entry: Entry } | undefined
    /** Why the request is refused. */
    refusal: string | undefined
  }
}

/** Notes whose sign-in the request attempts. `account` stands for one that may not exist. */
export function attemptSignIn(ctx: Context, account: string, userId: string | null): void {
  setActor(userId ?? undefined)
  const request = currentRequest()
  if (!request) return
  // Nobody knows who it is.
  const entry = { ...newEntry(ctx, 'sign-in.refused', { reason: '' }), userId, actorId: null, actedFor: null }
  request.signIn = { account, entry }
}

/**
 * For the activity of accounts. After the response and with the same statements for unknown
 * accounts, so that timing does not reveal which exist.
 */
export function keepRefusedSignIns(app: App, ctx: Context): void {
  for (const name of ['signIn', 'refusal']) app.decorateRequest(name)
  app.addHook('onResponse', ({ signIn, refusal: reason, log }, _, done) => {
    done()
    if (!signIn || reason === undefined) return
    const entry = { ...signIn.entry, details: { reason } }
    // Outside of the request, whose work is canceled.
    requestContexts
      .run(undefined, () => ctx.database.begin((db) => insertRefusedSignIn(db, signIn.account, entry)))
      .catch((err: unknown) => log.warn({ err }, 'refused sign-in not kept'))
  })
}
