import type { FastifyRequest } from 'fastify'
import { accessTokenOf, subjectOf } from 'service/access-token.ts'
import { KnownSessions } from 'service/known-sessions.ts'
import type { Pool } from 'undici'
import { restAuth } from './rest-auth-client.ts'
import { Upstream, type Caller } from './upstream.ts'

/**
 * Knows who asks. Of a session that it does not know it asks rest-auth, once a minute: that refuses forged ones without looking
 * them up, and counts them for their address, too. Those are not remembered, so that no flood of them drives out what is known.
 */
export class Callers {
  readonly #pool: Pool
  readonly #basePath: string
  readonly #now: () => number
  readonly #known = new KnownSessions()
  /** Of credentials that come in several requests at once one is asked about. */
  readonly #asked = new Map<string, Promise<string | null>>()

  constructor(pool: Pool, basePath: string, now: () => number) {
    this.#pool = pool
    this.#basePath = basePath
    this.#now = now
  }

  /** The id of the user whose session or access token a request carries; null without one, and while rest-auth does not say. */
  async userOf(request: FastifyRequest): Promise<string | null> {
    const credentials = credentialsOf(request)
    if (credentials === '') return null
    const known = this.#known.userOf(credentials, this.#now())
    if (known !== undefined) return known
    const asked = this.#asked.get(credentials) ?? this.#ask(request)
    this.#asked.set(credentials, asked)
    const userId = await asked
    this.#asked.delete(credentials)
    if (userId !== null) this.#known.note(credentials, userId, this.#now())
    return userId
  }

  async #ask(request: FastifyRequest): Promise<string | null> {
    const upstream = new Upstream(this.#pool, this.#basePath, callerOf(request), request.log)
    const accessToken = accessTokenOf(request.headers)
    try {
      if (accessToken !== undefined) {
        await restAuth.readBatch(upstream, {}) // which it refuses unless all holds that stands there
        return subjectOf(accessToken)
      }
      // From the database, and without changing anything.
      const session = await restAuth.getSession(upstream, { disableCookieCache: 'true', disableRefresh: 'true' })
      return session?.user.id ?? null
    } catch {
      return null // which stands in the log
    } finally {
      upstream.end()
    }
  }
}

const sessionCookie = /(?:^|; *)((?:__Secure-|__Host-)?better-auth\.session_token=[^;]+)/g

/** All by which rest-auth could know a session, as one text; empty without any. */
function credentialsOf({ headers: { cookie = '', authorization = '' } }: FastifyRequest): string {
  return [authorization, ...[...cookie.matchAll(sessionCookie)].map(([, pair]) => pair)].join('\n').trim()
}

/** What of a request goes along to rest-auth, which decides by it who asks and whether a page of ours does. */
const forwarded = ['authorization', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'accept-language'] as const

export function callerOf(request: FastifyRequest): Caller {
  const headers: Record<string, string> = { 'x-forwarded-for': request.ip, 'x-request-id': request.id }
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const hasAccessToken = accessTokenOf(request.headers) !== undefined
  return { headers, cookie: request.headers.cookie, hasAccessToken }
}
