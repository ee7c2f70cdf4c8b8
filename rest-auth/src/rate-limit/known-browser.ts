import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { readSignedJson, signJson } from '../crypto/signed-json.ts'
import { cookieName, isFromBrowser, setCookie } from '../http/cookies.ts'

const name = 'known_browser'
const lifetime = 400 * 86_400 // seconds; no browser keeps a cookie for longer
const peopleAtMost = 5

const knownSchema = z.object({ id: z.string(), user: z.string(), since: z.number() })
const claims = z.object({ browserOf: z.array(knownSchema) })

/** That somebody signed in to this browser (`since`: milliseconds since 1970). The `id` tells it from their other browsers. */
export type KnownBrowser = z.infer<typeof knownSchema>

/** Guesses of strangers then do not block the user in this browser. The cookie gives no access. */
export function rememberBrowser(ctx: Context, request: FastifyRequest, userId: string, id: string): void {
  if (!ctx.config.rateLimitEnabled) return // nobody waits
  // A program that keeps cookies would pass for a browser the next time, and get no `set-auth-token`.
  if (!isFromBrowser(request)) return
  const known: KnownBrowser = { id, user: userId, since: ctx.now().getTime() }
  const others = knownBrowsers(ctx, request).filter(({ user }) => user !== userId)
  const browserOf = [known, ...others].slice(0, peopleAtMost)
  setCookie(ctx, request, name, signJson(ctx.config.secrets, 'known-browser', { browserOf }), lifetime)
}

/** Who signed in to this browser, as far as it can show. */
export function knownBrowsers(ctx: Context, request: FastifyRequest): KnownBrowser[] {
  const token = request.cookies[cookieName(ctx.config, name)]
  const known =
    token === undefined ? null : claims.safeParse(readSignedJson(ctx.config.secrets, 'known-browser', token)).data
  return known?.browserOf ?? []
}
