import type { FastifyRequest } from 'fastify'
import { accessTokenOf, subjectOf } from 'service/access-token.ts'
import { keyOf } from 'service/api-key.ts'
import { KnownSessions } from 'service/known-sessions.ts'
import type { Pool } from 'undici'
import { restAuth } from './rest-auth-client.ts'
import { Upstream, type Caller } from './upstream.ts'

/** In milliseconds, because the request itself still waits. */
const lookupTimeout = 2000

/** Caches sessions for a minute. Forged ones are not cached: a flood would evict valid ones. */
export class Callers {
  readonly #pool: Pool
  readonly #basePath: string
  readonly #now: () => number
  readonly #known = new KnownSessions()
  /** Lookups in progress. Concurrent requests with the same credentials share one. */
  readonly #lookups = new Map<string, Promise<string | null>>()

  constructor(pool: Pool, basePath: string, now: () => number) {
    this.#pool = pool
    this.#basePath = basePath
    this.#now = now
  }

  /** The user or the key. Null without valid credentials, and while rest-auth is unavailable. */
  async userOf(request: FastifyRequest): Promise<string | null> {
    const credentials = credentialsOf(request)
    if (credentials === '') return null
    const known = this.#known.userOf(credentials, this.#now())
    if (known !== undefined) return known
    const lookup = this.#lookups.get(credentials) ?? this.#lookUp(request)
    this.#lookups.set(credentials, lookup)
    const userId = await lookup
    this.#lookups.delete(credentials)
    if (userId !== null) this.#known.note(credentials, userId, this.#now())
    return userId
  }

  async #lookUp(request: FastifyRequest): Promise<string | null> {
    const upstream = new Upstream(this.#pool, this.#basePath, callerOf(request), request.log, lookupTimeout)
    const accessToken = accessTokenOf(request.headers)
    try {
      if (accessToken !== undefined) {
        await restAuth.readBatch(upstream, {}) // fails unless the token is valid
        return subjectOf(accessToken)
      }
      if (keyOf(request.headers) !== undefined) return `key ${(await restAuth.getActor(upstream, {})).key?.id}`
      // Reads the database without extending the session.
      const session = await restAuth.getSession(upstream, { disableCookieCache: 'true', disableRefresh: 'true' })
      return session?.user.id ?? null
    } catch {
      return null // `Upstream` has logged it
    } finally {
      upstream.end()
    }
  }
}

const sessionCookie = /(?:^|; *)((?:__Secure-|__Host-)?better-auth\.session_token=[^;]+)/g

/** Everything that rest-auth accepts as credentials, as one text. */
function credentialsOf({ headers }: FastifyRequest): string {
  const { cookie = '', authorization = '' } = headers
  return [keyOf(headers) ?? '', authorization, ...[...cookie.matchAll(sessionCookie)].map(([, pair]) => pair)]
    .join('\n')
    .trim()
}

/** Headers by which rest-auth identifies the user and checks that the page is ours, and of the trace. */
const forwarded = [
  'authorization', 'x-api-key', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'accept-language', 'traceparent', 'tracestate',
] as const // prettier-ignore

export function callerOf(request: FastifyRequest): Caller {
  const headers: Record<string, string> = { 'x-forwarded-for': request.ip, 'x-request-id': request.id }
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const hasKey = keyOf(request.headers) !== undefined
  const hasBearer = hasKey || /^bearer ./i.test(request.headers.authorization ?? '')
  const hasAccessToken = accessTokenOf(request.headers) !== undefined
  return { headers, cookie: request.headers.cookie, hasBearer, hasAccessToken, hasKey }
}
