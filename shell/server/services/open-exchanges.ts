import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type Exchange, requests } from './exchange.ts'

/** Requests and sockets that one remote may have open here, and one person of it: the others go on meanwhile. */
export const most = { ofRemote: 512, ofPerson: 64 }

export class OpenExchanges {
  readonly #now: () => number
  readonly #counts = new Map<string, number>()
  readonly #open = new Map<() => void, FastifyReply>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** False: there are too many already. Otherwise it is open until the answer is out, the client has left or the token ends. */
  begin({ remote, token, gone, reply }: Exchange, isSocket: boolean): boolean {
    const { raw, log } = reply.request
    const bounds = [
      [remote, most.ofRemote],
      [`${remote} ${token.userId}`, most.ofPerson],
    ] as const
    if (bounds.some(([name, bound]) => (this.#counts.get(name) ?? 0) >= bound)) return false
    for (const [name] of bounds) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    const end = isSocket ? () => closeSocket(raw) : () => endAnswer(reply, gone)
    const timer = setTimeout(end, token.endsAt - this.#now())
    this.#open.set(end, reply)
    const begunAt = this.#now()
    reply.raw.once('close', () => {
      clearTimeout(timer)
      this.#open.delete(end)
      for (const [name] of bounds) {
        const left = (this.#counts.get(name) ?? 0) - 1
        if (left > 0) this.#counts.set(name, left)
        else this.#counts.delete(name)
      }
      if (!reply.raw.writableFinished) gone.abort()
      if (isSocket && reply.sent) {
        requests.inc({ remote, outcome: 'socket' })
        log.info(
          { method: 'GET', path: `/api/${remote}/…`, status: 101, ms: Math.round(this.#now() - begunAt) },
          'request',
        )
      }
    })
    return true
  }

  /** Sockets and streams of events end with the server; their pages come again, to another one. */
  endLasting(): void {
    for (const [end, { raw }] of this.#open) if (raw.statusCode === 101 || isOfEvents(raw)) end()
  }
}

/** Code 1001, "going away" (RFC 6455, section 7.4.1), in a frame of its own. */
const closeFrame = Buffer.from([0x88, 2, 0x03, 0xe9])

function closeSocket({ socket }: IncomingMessage): void {
  socket.end(closeFrame, () => setTimeout(() => socket.destroy(), 1000).unref())
}

/** A stream of events ends as if it were whole: its page asks again. Anything else must not look as if it were. */
function endAnswer({ raw }: FastifyReply, gone: AbortController): void {
  if (!raw.headersSent) return gone.abort()
  if (isOfEvents(raw)) raw.end()
  else raw.destroy()
}

const isOfEvents = (raw: FastifyReply['raw']): boolean =>
  raw.headersSent && String(raw.getHeader('content-type')).startsWith('text/event-stream')
