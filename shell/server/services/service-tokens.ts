import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { idleConnections } from 'service/idle-connections.ts'
import { serviceTokenPath } from 'service/service-token.ts'
import { Agent, request as send } from 'undici'
import { z } from 'zod'
import { sessionCookies, type sessionMark } from './session-mark.ts'

/** A token for one remote's service; its times in milliseconds of the steady clock. */
export interface ServiceToken {
  readonly value: string
  readonly userId: string
  readonly madeAt: number
  readonly endsAt: number
}

/** What rest-auth says of a session: its token, or why there is none. */
export type Outcome = ServiceToken | 'nobody' | 'too often' | 'no answer'

interface Kept {
  readonly outcome: Promise<Outcome>
  /** Until when it is asked about no more. */
  until: number
}

/** So many are kept, the ones that were asked about last. */
const most = 10_000
/** A token is good for a request while it lives for so long still. */
const shortestLife = 60_000
/** For what goes on until the token ends, a stream or a socket, it is a new one. */
const longestAge = 60_000
/** That a cookie is nobody's stays so: another session has another one. */
const refusedFor = 30_000
const patience = 3000

const answerForm = z.object({ token: z.string(), expiresIn: z.number(), userId: z.string() })

interface Options {
  readonly restAuthUrl: string
  readonly mark: ReturnType<typeof sessionMark>
  /** Milliseconds that never go back. */
  readonly now: () => number
}

/** The tokens that go along with requests to services of remotes: asked of rest-auth, and kept for as long as they are good. */
export class ServiceTokens {
  readonly #options: Options
  readonly #kept = new Map<string, Kept>()
  readonly #agent = new Agent({
    connections: 32,
    headersTimeout: patience,
    bodyTimeout: patience,
    connect: { timeout: 2000 },
    ...idleConnections,
  })

  constructor(options: Options) {
    this.#options = options
  }

  /** The token of the session for the service of `remote`; `isLasting`: for what goes on until it ends. */
  async tokenFor(request: FastifyRequest, remote: string, isLasting: boolean): Promise<Outcome> {
    const { now, mark } = this.#options
    const session = sessionCookies(request.headers.cookie)
    if (session === '') return 'nobody'
    const key = hash([remote, session, mark.read(request.headers.cookie)].join('\n'))
    const kept = this.#kept.get(key)
    if (kept && kept.until > now()) {
      const outcome = await kept.outcome
      if (typeof outcome !== 'object' || !isLasting || now() - outcome.madeAt < longestAge) return outcome
    }
    return this.#ask(request, remote, session, key)
  }

  async stop(): Promise<void> {
    await this.#agent.close()
  }

  #ask(request: FastifyRequest, remote: string, session: string, key: string): Promise<Outcome> {
    const { now } = this.#options
    // Several requests at once wait for one answer.
    const kept: Kept = { outcome: this.#fetch(request, remote, session), until: Infinity }
    this.#kept.delete(key) // the latest stands last
    this.#kept.set(key, kept)
    if (this.#kept.size > most) this.#kept.delete(this.#kept.keys().next().value ?? '')
    void kept.outcome.then((outcome) => {
      if (typeof outcome === 'object') kept.until = outcome.endsAt - shortestLife
      else kept.until = outcome === 'nobody' ? now() + refusedFor : 0
    })
    return kept.outcome
  }

  async #fetch(request: FastifyRequest, remote: string, cookie: string): Promise<Outcome> {
    const { id, ip, protocol, host, log } = request
    const { restAuthUrl, now } = this.#options
    const client = {
      'x-request-id': id,
      'x-forwarded-for': ip,
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
    }
    try {
      const madeAt = now()
      const { statusCode, body } = await send(`${restAuthUrl}${serviceTokenPath}?audience=${remote}`, {
        dispatcher: this.#agent,
        headers: { ...client, cookie },
      })
      const text = await body.text()
      if (statusCode === 401) return 'nobody'
      if (statusCode === 429) return 'too often'
      if (statusCode !== 200) throw new Error(`it answered ${statusCode}`)
      const { token, expiresIn, userId } = answerForm.parse(JSON.parse(text))
      return { value: token, userId, madeAt, endsAt: madeAt + expiresIn * 1000 }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ remote, reason }, 'rest-auth gives no token for a service')
      return 'no answer'
    }
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
