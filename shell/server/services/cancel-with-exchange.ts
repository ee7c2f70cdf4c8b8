import { AsyncLocalStorage } from 'node:async_hooks'
import type { Agent, Dispatcher } from 'undici'
import type { Exchange } from './exchange.ts'

/** Each interim response (such as 103) restarts the timeout. */
const maxInterimResponses = 10

export const currentExchange = new AsyncLocalStorage<Exchange>()

type CallOptions<Opaque> = Dispatcher.RequestOptions<Opaque>
type Callback<Opaque> = (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => void

export function cancelWithExchange(agent: Agent): Dispatcher['request'] {
  function request<Opaque = null>(options: CallOptions<Opaque>, callback: Callback<Opaque>): void
  function request<Opaque = null>(options: CallOptions<Opaque>): Promise<Dispatcher.ResponseData<Opaque>>
  function request<Opaque = null>(options: CallOptions<Opaque>, callback?: Callback<Opaque>) {
    const gone = currentExchange.getStore()?.gone ?? new AbortController()
    let interim = 0
    const onInfo = (): void => {
      interim += 1
      if (interim > maxInterimResponses) gone.abort()
    }
    const call = { ...options, signal: gone.signal, onInfo }
    return callback ? agent.request(call, callback) : agent.request(call)
  }
  return request
}
