import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { readSignedJson, signJson } from '../crypto/signed-json.ts'
import { cookieValues, isFromBrowser, setCookie } from '../http/cookies.ts'

const name = 'known_browser'
const lifetime = 400 * 86_400 // seconds; browsers keep no cookie for longer
const maxUsers = 5

const knownSchema = z.object({ id: z.string(), user: z.string(), since: z.number() })
const claims = z.object({ browserOf: z.array(knownSchema) })

/** `since` is in Unix milliseconds. `id` distinguishes the user's browsers. */
export type KnownBrowser = z.infer<typeof knownSchema>

/** Strangers' guesses do not block users in known browsers. The cookie gives no access. */
export function rememberBrowser(ctx: Context, request: FastifyRequest, userId: string, id: string): void {
  if (!ctx.config.rateLimitEnabled) return // nobody is blocked
  // An API client that keeps cookies would look like a browser and get no `set-auth-token`.
  if (!isFromBrowser(request)) return
  const known: KnownBrowser = { id, user: userId, since: ctx.now().getTime() }
  const others = knownBrowsers(ctx, request).filter(({ user }) => user !== userId)
  const browserOf = [known, ...others].slice(0, maxUsers)
  setCookie(ctx, request, name, signJson(ctx.config.secrets, 'known-browser', { browserOf }), lifetime)
}

export function knownBrowsers(ctx: Context, request: FastifyRequest): KnownBrowser[] {
  const known = cookieValues(ctx, request, name).map((token) =>
    readSignedJson(ctx.config.secrets, 'known-browser', token),
  )
  return known.flatMap((value) => claims.safeParse(value).data?.browserOf ?? [])
}
