import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '../token/caller.ts'
import { clientHeaders } from '../http/client-headers.ts'
import { maxUploadBytes } from '../http/limit-uploads.ts'
import { type RefusalCode, RegistryRefusal, statuses } from '../http/refusal.ts'
import type { RegistrySettings } from '../storage/open-registry.ts'

export interface UploadWorkerStart {
  readonly settings: RegistrySettings
  readonly gatewayUrl: string
  readonly reservedPaths: readonly string[]
  readonly raisedBudgets: Readonly<Record<string, number>>
  readonly calls: Pick<ApiContext, 'authUrl' | 'authBasePath' | 'accountApi' | 'operatorToken' | 'isHurried'>
}

export interface Upload extends Pick<IncomingMessage, 'method' | 'url'> {
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array<ArrayBuffer>[]
}

export interface Handled {
  readonly ok: boolean
  readonly body: string
}

/** In milliseconds. The thread takes 100 MB and up to five connections. */
const maxIdle = 60_000

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(statuses, code)
const refusal = z.looseObject({ code: z.string().refine(isRefusalCode), message: z.string() })

/**
 * Receives, checks and stores uploads in a thread with an event loop of its own, so that pages and
 * files do not wait for them. It serves the same API.
 */
export class UploadThread {
  readonly #start: () => UploadWorkerStart
  readonly #changed: () => Promise<void>
  #worker: Worker | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #running = 0
  #idle: NodeJS.Timeout | undefined

  constructor(start: () => UploadWorkerStart, changed: () => Promise<void>) {
    this.#start = start
    this.#changed = changed
  }

  /** An `onRequest` hook, after the caller was admitted. */
  readonly forward = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      const { method, url, headers } = request.raw
      const sent = await readBody(request)
      const upload = { method, url, headers: { ...headers, ...clientHeaders(request) }, body: sent }
      // One at a time: parsing another would keep this thread from its running transaction.
      const turn = this.#turn.then(() => handle((this.#worker ??= this.#startWorker()), upload))
      this.#turn = turn.catch(() => undefined)
      const { ok, body } = await turn
      if (!ok) throw asError(body)
      await this.#changed()
      return await reply.type('application/json; charset=utf-8').send(body)
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#idle = setTimeout(() => this.stop(), maxIdle).unref()
    }
  }

  /** Lets running uploads finish. The next upload starts another thread. */
  stop(): void {
    clearTimeout(this.#idle)
    this.#worker?.postMessage('stop')
    this.#worker = undefined
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./upload-worker.ts', import.meta.url), { execArgv: [] })
    worker.unref()
    worker.postMessage(this.#start())
    worker.on('error', () => {}) // reported by the running upload
    worker.once('exit', () => {
      if (this.#worker === worker) this.stop()
    })
    return worker
  }
}

/** Does not join the parts, which would take the main thread a tenth of a second for 30 MB. */
async function readBody({ raw }: FastifyRequest): Promise<Buffer<ArrayBuffer>[]> {
  const chunks: Buffer<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxUploadBytes)
      throw new RegistryRefusal('PAYLOAD_TOO_LARGE', `The maximum is ${maxUploadBytes} bytes.`)
  }
  return chunks
}

async function handle(worker: Worker, upload: Upload): Promise<Handled> {
  const ended = new AbortController()
  const end = (): void => ended.abort()
  worker.once('exit', end)
  // Moves the parts instead of copying them, which would make this thread collect garbage.
  worker.postMessage(upload, [...new Set(upload.body.map((part) => part.buffer))])
  try {
    const [handled]: Handled[] = await once(worker, 'message', { signal: ended.signal })
    if (handled) return handled
  } catch (error) {
    if (!ended.signal.aborted) throw error
  } finally {
    worker.off('exit', end)
  }
  throw new RegistryRefusal('SERVICE_UNAVAILABLE', 'The upload was interrupted. Try again soon.')
}

function asError(body: string): Error {
  const parsed = refusal.safeParse(JSON.parse(body))
  if (!parsed.success) return new Error('an upload failed in its thread')
  const { code, message, ...details } = parsed.data
  return new RegistryRefusal(code, message, details)
}
