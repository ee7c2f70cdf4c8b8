import { AsyncLocalStorage } from 'node:async_hooks'
import type { Agent, Dispatcher } from 'undici'
import type { Exchange } from './exchange.ts'

/** Interim answers (103 …), each of which would make us wait anew. */
const mostInterim = 10

export const present = new AsyncLocalStorage<Exchange>()

type CallOptions<Opaque> = Dispatcher.RequestOptions<Opaque>
type Callback<Opaque> = (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => void

/** The agent's calls, each broken off when its exchange ends. */
export function untilGone(agent: Agent): Dispatcher['request'] {
  function request<Opaque = null>(options: CallOptions<Opaque>, callback: Callback<Opaque>): void
  function request<Opaque = null>(options: CallOptions<Opaque>): Promise<Dispatcher.ResponseData<Opaque>>
  function request<Opaque = null>(options: CallOptions<Opaque>, callback?: Callback<Opaque>) {
    const gone = present.getStore()?.gone ?? new AbortController()
    let interim = 0
    const onInfo = (): void => {
      interim += 1
      if (interim > mostInterim) gone.abort()
    }
    const call = { ...options, signal: gone.signal, onInfo }
    return callback ? agent.request(call, callback) : agent.request(call)
  }
  return request
}
