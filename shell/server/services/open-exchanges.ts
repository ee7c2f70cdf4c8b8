import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { createMemoryCounter } from 'service/memory-counter.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import type { Config } from '../config.ts'
import { type Exchange, requests } from './exchange.ts'
import { openLimits } from './service-limits.ts'

/** Together with the age of a checked token less than five seconds. */
const checkInterval = 3000
const maxCheckedAge = 1500

export class OpenExchanges {
  readonly #config: Config
  readonly #rate: ReturnType<typeof createMemoryCounter>
  readonly #counts = new Map<string, number>()
  readonly #open = new Map<() => void, FastifyReply>()

  constructor(config: Config) {
    this.#config = config
    this.#rate = createMemoryCounter({ max: config.SERVICE_REQUESTS_PER_USER, window: 10 })
  }

  /** Returns the seconds to wait, or 0. */
  takeSlot(remote: string, userId: string): number {
    return this.#rate.take(`${remote} ${userId}`, 1, monotonicTime()).wait
  }

  /** Returns false if too many are open. Otherwise ends the exchange with its token or its session. */
  begin(
    { remote, token, gone, reply }: Exchange,
    isSocket: boolean,
    isRefused: (newerThan: number) => Promise<boolean>,
  ): boolean {
    const { raw, log } = reply.request
    const { userId } = token
    const countOf = (name: string) => this.#counts.get(`${remote} ${name}`) ?? 0
    const isBusy = countOf(`user ${userId}`) > 0
    const limits = openLimits(this.#config, { userId, address: reply.request.ip, isBusy })
    if (limits.some(([name, limit]) => countOf(name) >= limit)) return false
    for (const [name] of limits) this.#counts.set(`${remote} ${name}`, countOf(name) + 1)
    const end = isSocket ? () => closeSocket(raw) : () => endResponse(reply, gone)
    const timer = setTimeout(end, Math.max(token.endsAt - monotonicTime(), 0))
    const check = async () => {
      if (await isRefused(monotonicTime() - maxCheckedAge)) end()
    }
    const checks = setInterval(() => void check(), checkInterval)
    this.#open.set(end, reply)
    const begunAt = monotonicTime()
    reply.raw.once('close', () => {
      clearTimeout(timer)
      clearInterval(checks)
      this.#open.delete(end)
      for (const [name] of limits) {
        if (countOf(name) > 1) this.#counts.set(`${remote} ${name}`, countOf(name) - 1)
        else this.#counts.delete(`${remote} ${name}`)
      }
      if (!reply.raw.writableFinished) gone.abort()
      if (isSocket && reply.sent) {
        requests.inc({ remote, outcome: 'socket' })
        log.info(
          { method: 'GET', path: `/api/${remote}/…`, status: 101, ms: Math.round(monotonicTime() - begunAt) },
          'request',
        )
      }
    })
    return true
  }

  /** At shutdown. The pages reconnect to another instance. */
  closeLongLived(): void {
    for (const [end, { raw }] of this.#open) if (raw.statusCode === 101 || isEventStream(raw)) end()
  }
}

/** A close frame with code 1001, "going away" (RFC 6455, section 7.4.1). */
const closeFrame = Buffer.from([0x88, 2, 0x03, 0xe9])

function closeSocket({ socket }: IncomingMessage): void {
  socket.end(closeFrame, () => setTimeout(() => socket.destroy(), 1000).unref())
}

/** Ends an event stream normally, so that its page reconnects. Others must not look complete. */
function endResponse({ raw }: FastifyReply, gone: AbortController): void {
  if (!raw.headersSent) return gone.abort()
  if (isEventStream(raw)) raw.end()
  else raw.destroy()
}

const isEventStream = (raw: FastifyReply['raw']): boolean =>
  raw.headersSent && String(raw.getHeader('content-type')).startsWith('text/event-stream')
