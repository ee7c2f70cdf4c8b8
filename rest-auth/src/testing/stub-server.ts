import { createServer, type RequestListener } from 'node:http'
import { atEnd } from 'service/testing/at-end.ts'

interface StubServer {
  readonly origin: string
  /** Responses by path without the leading slash, changed by tests. Other paths are 404. */
  readonly responses: Map<string, RequestListener>
  readonly json: (body: unknown) => RequestListener
}

/** A server that replaces the providers' hosts and responds as a test requires. */
export async function startStubServer(): Promise<StubServer> {
  const responses = new Map<string, RequestListener>()
  const server = createServer((request, response) => {
    const result = responses.get(new URL(request.url ?? '/', 'http://x').pathname.slice(1))
    if (result) result(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${address.port}`, responses, json }
}

const json =
  (body: unknown): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
