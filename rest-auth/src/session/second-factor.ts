import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { clearCookie, readSignedCookie, setSignedCookie } from '../http/cookies.ts'
import { withQuery } from '../http/redirect.ts'

/** How a session's person last showed a second factor. */
export type SecondFactor = 'passkey' | 'totp' | 'backup-code' | 'trusted-device'

/** Ways to show one after the first. A passkey is one of its own, and needs no password before. */
const methods = ['totp', 'passkey', 'backup-code'] as const
export type FactorMethod = (typeof methods)[number]

/** In place of a session. Clients of better-auth need the first two fields, and ignore other methods. */
export const factorRequested = z
  .object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.enum(methods)) })
  .meta({ id: 'SecondFactorRequest' })

/** No session exists yet: the person still has to show a second factor, in this browser. */
export interface FactorRequest {
  readonly session: null
  readonly token: string
  readonly remember: boolean
  readonly methods: readonly FactorMethod[]
}

/** In `verification`, where the value of these rows is the id of the user. */
export const secondFactorPrefix = 'second-factor:'

/** Seconds, as better-auth. */
export const answerableFor = 600
const cookie = 'two_factor'

export const identifierOf = (token: string): string => secondFactorPrefix + hashToken(token)

/** Only this browser can answer it. Returns the response. */
export function requestFactor(
  ctx: Context,
  request: FastifyRequest,
  { token, remember, methods: twoFactorMethods }: FactorRequest,
): z.input<typeof factorRequested> {
  setSignedCookie(ctx, request, cookie, `${token}:${remember ? '' : 'false'}`, answerableFor)
  return { twoFactorRedirect: true, twoFactorMethods: [...twoFactorMethods] }
}

export function readFactorRequest(ctx: Context, request: FastifyRequest): Omit<FactorRequest, 'methods'> | null {
  const [token, remember] = readSignedCookie(ctx, request, cookie)?.split(':') ?? []
  return token === undefined ? null : { session: null, token, remember: remember === '' }
}

export const forgetFactorRequest = (ctx: Context, request: FastifyRequest): void => clearCookie(ctx, request, cookie)

/**
 * Where a redirect continues that would have led to `target` with a session: the product's page for
 * the factor. Clients on other origins and apps have their own, and get an error.
 */
export function factorPage({ AUTH_URL }: Config, target: string, errorTarget = target): string {
  const own = new URL(AUTH_URL).origin
  if (new URL(errorTarget, AUTH_URL).origin !== own) return withQuery(errorTarget, { error: 'two_factor_required' })
  const { origin, pathname, search, hash } = new URL(target, AUTH_URL)
  const redirectTo = origin === own ? pathname + search + hash : target
  return withQuery(`${AUTH_URL}/two-factor`, { redirectTo })
}

const trustCookie = 'trust_device'

/** In seconds, counted from the code. */
export const trustedFor = 30 * 86_400

export const trustDevice = (ctx: Context, request: FastifyRequest, token: string): void =>
  setSignedCookie(ctx, request, trustCookie, token, trustedFor)

/** The hash, or null. Whether its user is the one who signs in is up to the database. */
export function readTrustedDevice(ctx: Context, request: FastifyRequest): string | null {
  const token = readSignedCookie(ctx, request, trustCookie)
  return token && hashToken(token)
}
