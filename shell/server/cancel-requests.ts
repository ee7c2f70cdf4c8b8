import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Agent, Dispatcher } from 'undici'

type Options<Opaque> = Dispatcher.RequestOptions<Opaque>
type Callback<Opaque> = (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => void

/** Each interim response (such as 103) restarts the timeout. */
const maxInterimResponses = 10

const current = new AsyncLocalStorage<AbortController>()

/** Requests of `cancelable` that start within `run` end with `gone`. */
export const runWith = (gone: AbortController, run: () => void): void => current.run(gone, run)

export function cancelOnDisconnect(app: Pick<FastifyInstance, 'addHook'>): void {
  // After the body is read, because its stream events run in another async context.
  app.addHook('preValidation', (_request, reply, done) => {
    const gone = new AbortController()
    // Unlike Fastify's `request.signal`, does not abort when the body is read.
    reply.raw.once('close', () => {
      // `abort` is expensive even without listeners, so skip it after a complete response.
      if (!reply.raw.writableFinished) gone.abort()
    })
    runWith(gone, done)
  })
}

/** `isSilent`: a canceled request reports no error. */
export function cancelable(agent: Agent, isSilent = false): Dispatcher['request'] {
  function request<Opaque = null>(options: Options<Opaque>, callback: Callback<Opaque>): void
  function request<Opaque = null>(options: Options<Opaque>): Promise<Dispatcher.ResponseData<Opaque>>
  function request<Opaque = null>(options: Options<Opaque>, callback?: Callback<Opaque>) {
    const gone = current.getStore() ?? new AbortController()
    let interim = 0
    const onInfo = (): void => {
      interim += 1
      if (interim > maxInterimResponses) gone.abort()
    }
    const call = { ...options, signal: gone.signal, onInfo }
    if (!callback) return agent.request(call)
    return agent.request(call, (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => {
      if (!isSilent || !gone.signal.aborted) callback(error, data)
    })
  }
  return request
}
