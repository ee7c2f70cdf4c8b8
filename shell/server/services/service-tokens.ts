import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keyOf } from 'service/api-key.ts'
import { idleConnections } from 'service/idle-connections.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import { serviceTokenPath } from 'service/service-token.ts'
import { Agent, request as send } from 'undici'
import { z } from 'zod'
import { clientHeaders } from 'registry/http/client-headers.ts'
import type { Config } from '../config.ts'
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
/** Bans, ended sessions and changed roles take effect this soon. */
const maxAge = 5000
/** Safe to cache: an invalid session cookie never becomes valid. */
const rejectionLifetime = 30_000
const timeout = 3000

const responseSchema = z.object({ token: z.string(), expiresIn: z.number(), userId: z.string() })

export type ServiceTokens = ReturnType<typeof createServiceTokens>

export function createServiceTokens({ AUTH_URL, REST_AUTH_URL }: Config, mark: ReturnType<typeof sessionMark>) {
  const cache = new Map<string, CacheEntry>()
  const agent = new Agent({
    connections: 32,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: { timeout: 2000 },
    ...idleConnections,
  })

  const fetchToken = async (request: FastifyRequest, query: string, credentials: Credentials): Promise<Outcome> => {
    try {
      const madeAt = monotonicTime()
      const { statusCode, body } = await send(`${REST_AUTH_URL}${serviceTokenPath}?${query}`, {
        dispatcher: agent,
        headers: { ...clientHeaders(request), ...credentials },
      })
      const text = await body.text()
      if (statusCode === 401 || statusCode === 400) return 'signed-out'
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

  const load = (request: FastifyRequest, query: string, credentials: Credentials, key: string): Promise<Outcome> => {
    const entry: CacheEntry = { outcome: fetchToken(request, query, credentials), validUntil: Infinity }
    cache.delete(key) // moves the key to the end
    cache.set(key, entry)
    if (cache.size > maxCacheEntries) cache.delete(cache.keys().next().value ?? '')
    void entry.outcome.then((outcome) => {
      if (typeof outcome === 'object') entry.validUntil = Math.min(outcome.madeAt + maxAge, outcome.endsAt)
      else entry.validUntil = outcome === 'signed-out' ? monotonicTime() + rejectionLifetime : 0
    })
    return entry.outcome
  }

  return {
    tokenFor: async (request: FastifyRequest, remote: string, newerThan = -Infinity): Promise<Outcome> => {
      const query = queryOf(remote, organizationOf(request, AUTH_URL))
      const credentials = credentialsOf(request)
      if (credentials === null) return 'signed-out'
      const key = hash([query, ...Object.entries(credentials), mark.read(request.headers.cookie)].join('\n'))
      const cached = cache.get(key)
      if (cached && cached.validUntil > monotonicTime()) {
        const outcome = await cached.outcome
        if (typeof outcome !== 'object' || outcome.madeAt > newerThan) return outcome
      }
      return load(request, query, credentials, key)
    },
    stop: () => agent.close(),
  }
}

type Credentials = { readonly cookie: string } | { readonly 'x-api-key': string }

/** rest-auth refuses a key beside a session, so it gets both if both are there. */
function credentialsOf({ headers }: FastifyRequest): Credentials | null {
  const [cookie, key] = [sessionCookies(headers.cookie), keyOf(headers)]
  if (key !== undefined) return { 'x-api-key': key, ...(cookie !== '' && { cookie }) }
  return cookie === '' ? null : { cookie }
}

const queryOf = (audience: string, organization: string | null): string =>
  new URLSearchParams({ audience, ...(organization !== null && { organization }) }).toString()

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
