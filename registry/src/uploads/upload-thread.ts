import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '../token/caller.ts'
import { clientHeaders } from '../http/client-headers.ts'
import { type RefusalCode, RegistryRefusal, statuses } from '../http/refusal.ts'
import type { RegistrySettings } from '../storage/open-registry.ts'
import { FairQueue } from './fair-queue.ts'
import { BodyReader, operators } from './read-body.ts'

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
/** In seconds. A token whose upload takes more processor time has to pause. */
const limits = { processor: 10, pause: 600 }

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(statuses, code)
const refusal = z.looseObject({ code: z.string().refine(isRefusalCode), message: z.string() })

/**
 * Receives, checks and stores uploads in a thread with an event loop of its own, so that pages and
 * files do not wait for them. It serves the same API. Changes of channels check documents, so it
 * handles them as well.
 */
export class UploadThread {
  readonly #start: () => UploadWorkerStart
  readonly #changed: () => Promise<void>
  readonly #maxProcessor: number
  readonly #bodies = new BodyReader()
  // One at a time: parsing another would keep the thread from its running transaction.
  readonly #queue = new FairQueue()
  /** By token, in milliseconds of `performance.now()`. */
  readonly #pausedUntil = new Map<string, number>()
  #worker: Promise<Worker> | undefined
  #running = 0
  #idle: NodeJS.Timeout | undefined

  constructor(start: () => UploadWorkerStart, changed: () => Promise<void>, maxProcessor = limits.processor) {
    this.#start = start
    this.#maxProcessor = maxProcessor
    this.#changed = changed
  }

  /** An `onRequest` hook, after the caller was admitted. */
  readonly forward = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request
    const by = caller?.token?.name ?? operators
    if (caller?.token) this.#refusePaused(caller.who)
    const { chunks, release } = await this.#bodies.read(request, by)
    clearTimeout(this.#idle)
    this.#running += 1
    try {
      const { method, url, headers } = request.raw
      const upload = { method, url, headers: { ...headers, ...clientHeaders(request) }, body: chunks }
      const { ok, body } = await this.#queue.run(by, async () => {
        if (caller?.token) this.#refusePaused(caller.who)
        return this.#handle(upload, () => caller?.token && this.#pause(caller.who))
      })
      if (!ok) throw asError(body)
      await this.#changed()
      return await reply.type('application/json; charset=utf-8').send(body)
    } finally {
      release()
      this.#running -= 1
      if (this.#running === 0) this.#idle = setTimeout(() => this.stop(), maxIdle).unref()
    }
  }

  /** Lets running uploads finish. The next upload starts another thread. */
  stop(): void {
    clearTimeout(this.#idle)
    void this.#worker?.then((worker) => worker.postMessage('stop'))
    this.#worker = undefined
  }

  async #handle(upload: Upload, onCostly: () => void): Promise<Handled> {
    const worker = await (this.#worker ??= this.#startWorker())
    const ended = new AbortController()
    const end = (): void => ended.abort()
    worker.once('exit', end)
    const before = await worker.cpuUsage()
    let isCostly = false
    const endIfCostly = async (): Promise<void> => {
      const { user, system } = await worker.cpuUsage(before)
      if ((user + system) / 1_000_000 < this.#maxProcessor) return
      isCostly = true
      await worker.terminate()
    }
    const watch = setInterval(() => void endIfCostly().catch(() => {}), 250) // fails if it has just ended
    // Moves the parts instead of copying them, which would make this thread collect garbage.
    worker.postMessage(upload, [...new Set(upload.body.map((part) => part.buffer))])
    try {
      const [handled]: Handled[] = await once(worker, 'message', { signal: ended.signal })
      if (handled) return handled
    } catch (error) {
      if (!ended.signal.aborted) throw error
    } finally {
      clearInterval(watch)
      worker.off('exit', end)
    }
    if (!isCostly) throw new RegistryRefusal('SERVICE_UNAVAILABLE', 'The upload was interrupted. Try again soon.')
    onCostly()
    throw tooCostly()
  }

  #pause(who: string): void {
    this.#pausedUntil.set(who, performance.now() + limits.pause * 1000)
  }

  #refusePaused(who: string): void {
    const until = this.#pausedUntil.get(who)
    if (until === undefined) return
    if (performance.now() < until) throw tooCostly()
    this.#pausedUntil.delete(who)
  }

  async #startWorker(): Promise<Worker> {
    const worker = new Worker(new URL('./upload-worker.ts', import.meta.url), { execArgv: [] })
    worker.unref()
    worker.postMessage(this.#start())
    worker.once('exit', () => (this.#worker = undefined))
    const ready = once(worker, 'message')
    worker.on('error', () => {}) // reported by the running upload
    await ready
    return worker
  }
}

const tooCostly = (): RegistryRefusal =>
  new RegistryRefusal(
    'UPLOAD_TOO_COSTLY',
    `Checking what this token sent took more than ${limits.processor} seconds of processor time, so the server stopped. ` +
      `The token can publish again in ${limits.pause / 60} minutes. Send less at once, or smaller files and documents.`,
  )

function asError(body: string): Error {
  const parsed = refusal.safeParse(JSON.parse(body))
  if (!parsed.success) return new Error('an upload failed in its thread')
  const { code, message, ...details } = parsed.data
  return new RegistryRefusal(code, message, details)
}
