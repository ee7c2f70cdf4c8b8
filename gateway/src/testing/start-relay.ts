import { EventEmitter, once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Forwards a call with `pass`, or responds itself. */
export type Behaviour = (incoming: IncomingMessage, result: ServerResponse, pass: () => void) => void

export interface Relay {
  readonly url: string
  /** `METHOD /path` of every call since the last `clear`, without base path and query. */
  readonly calls: string[]
  /** Calls whose client disconnected before the response. */
  readonly abandoned: string[]
  /** Emits `abandoned` for each of them. */
  readonly events: EventEmitter
  readonly server: Server
  lastHeaders: IncomingMessage['headers']
  behave: Behaviour
  clear(): void
  stop(): Promise<void>
}

const passOn: Behaviour = (_, __, pass) => pass()

/** Starts a proxy between gateway and rest-auth that records calls and can misbehave. */
export async function startRelay(target: string): Promise<Relay> {
  const server = createServer((incoming, result) => {
    const call = `${incoming.method} ${(incoming.url ?? '').replace('/api/auth', '').split('?')[0]}`
    relay.calls.push(call)
    relay.lastHeaders = incoming.headers
    result.on('close', () => {
      if (result.writableFinished) return
      relay.abandoned.push(call)
      relay.events.emit('abandoned')
    })
    relay.behave(incoming, result, () => {
      const onward = request(
        target + (incoming.url ?? ''),
        { method: incoming.method, headers: incoming.headers },
        (response) => {
          result.writeHead(response.statusCode ?? 500, response.rawHeaders)
          response.pipe(result)
        },
      )
      onward.on('error', () => result.destroy())
      incoming.pipe(onward)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const relay: Relay = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    calls: [],
    abandoned: [],
    events: new EventEmitter(),
    server,
    lastHeaders: {},
    behave: passOn,
    clear() {
      relay.calls.length = 0
      relay.abandoned.length = 0
      relay.behave = passOn
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return relay
}
