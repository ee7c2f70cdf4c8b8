import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { idleConnections } from 'service/idle-connections.ts'
import { serviceTokenPath } from 'service/service-token.ts'
import { Agent, request as send } from 'undici'
import { z } from 'zod'
import { clientHeaders } from 'registry/http/client-headers.ts'
import { organizationOf } from './page-organization.ts'
import { sessionCookies, type sessionMark } from './session-mark.ts'

/** Times are monotonic, in milliseconds. */
export interface ServiceToken {
  readonly value: string
  readonly userId: string
  readonly madeAt: number
  readonly endsAt: number
}

export type Outcome = ServiceToken | 'signed-out' | 'not-a-member' | 'rate-limited' | 'unavailable'

interface CacheEntry {
  readonly outcome: Promise<Outcome>
  validUntil: number
}

const maxCacheEntries = 10_000
const minRemainingLife = 60_000
/** Streams and sockets last until the token expires, so they need a recent one. */
const maxAgeForLongLived = 60_000
/** Safe to cache: an invalid session cookie never becomes valid. */
const rejectionLifetime = 30_000
const timeout = 3000

const responseSchema = z.object({ token: z.string(), expiresIn: z.number(), userId: z.string() })

interface Options {
  readonly authUrl: string
  readonly restAuthUrl: string
  readonly mark: ReturnType<typeof sessionMark>
  readonly now: () => number
}

export class ServiceTokens {
  readonly #options: Options
  readonly #cache = new Map<string, CacheEntry>()
  readonly #agent = new Agent({
    connections: 32,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: { timeout: 2000 },
    ...idleConnections,
  })

  constructor(options: Options) {
    this.#options = options
  }

  /** `isLongLived`: for a stream or a socket, which ends with its token. */
  async tokenFor(request: FastifyRequest, remote: string, isLongLived: boolean): Promise<Outcome> {
    const query = queryOf(remote, organizationOf(request, this.#options.authUrl))
    const { now, mark } = this.#options
    const session = sessionCookies(request.headers.cookie)
    if (session === '') return 'signed-out'
    const key = hash([query, session, mark.read(request.headers.cookie)].join('\n'))
    const cached = this.#cache.get(key)
    if (cached && cached.validUntil > now()) {
      const outcome = await cached.outcome
      if (typeof outcome !== 'object' || !isLongLived || now() - outcome.madeAt < maxAgeForLongLived) return outcome
    }
    return this.#load(request, query, session, key)
  }

  async stop(): Promise<void> {
    await this.#agent.close()
  }

  #load(request: FastifyRequest, query: string, session: string, key: string): Promise<Outcome> {
    const { now } = this.#options
    const entry: CacheEntry = { outcome: this.#fetch(request, query, session), validUntil: Infinity }
    this.#cache.delete(key) // moves the key to the end
    this.#cache.set(key, entry)
    if (this.#cache.size > maxCacheEntries) this.#cache.delete(this.#cache.keys().next().value ?? '')
    void entry.outcome.then((outcome) => {
      if (typeof outcome === 'object') entry.validUntil = outcome.endsAt - minRemainingLife
      else entry.validUntil = outcome === 'signed-out' ? now() + rejectionLifetime : 0
    })
    return entry.outcome
  }

  async #fetch(request: FastifyRequest, query: string, cookie: string): Promise<Outcome> {
    const { restAuthUrl, now } = this.#options
    try {
      const madeAt = now()
      const { statusCode, body } = await send(`${restAuthUrl}${serviceTokenPath}?${query}`, {
        dispatcher: this.#agent,
        headers: { ...clientHeaders(request), cookie },
      })
      const text = await body.text()
      if (statusCode === 401) return 'signed-out'
      if (statusCode === 403) return 'not-a-member'
      if (statusCode === 429) return 'rate-limited'
      if (statusCode !== 200) throw new Error(`unexpected status ${statusCode}`)
      const { token, expiresIn, userId } = responseSchema.parse(JSON.parse(text))
      return { value: token, userId, madeAt, endsAt: madeAt + expiresIn * 1000 }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      request.log.warn({ query, reason }, 'service token request failed')
      return 'unavailable'
    }
  }
}

const queryOf = (audience: string, organization: string | null): string =>
  new URLSearchParams({ audience, ...(organization !== null && { organization }) }).toString()

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
