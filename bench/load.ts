import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Load {
  readonly seconds: number
  /** In milliseconds, ascending. */
  readonly latencies: readonly number[]
}

/**
 * Sends requests over `connections` sockets until `isOver`; each waits for the response and then
 * `pause` milliseconds. Uses bare sockets, because an HTTP client would take CPU from the servers
 * on the same cores. Rejects if a response is not a success.
 */
export async function load(
  url: string,
  connections: number,
  isOver: (sent: number) => boolean,
  requestOf: (n: number) => LoadRequest,
  pause = 0,
): Promise<Load> {
  const { hostname, port, host } = new URL(url)
  const latencies: number[] = []
  let sent = 0
  const started = performance.now()
  const work = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const read = responsesOf(socket)
    while (!isOver(sent)) {
      const request = toBytes(host, requestOf((sent += 1)))
      const began = performance.now()
      socket.write(request)
      const result = await read()
      latencies.push(performance.now() - began)
      if (!result.startsWith('HTTP/1.1 2')) throw new Error(`${request}\ngot the response\n${result}`)
      if (pause > 0) await setTimeout(pause)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { seconds: (performance.now() - started) / 1000, latencies: latencies.toSorted((a, b) => a - b) }
}

/** Sends one request, for setup. */
export async function send(url: string, request: LoadRequest): Promise<{ cookie: string; body: unknown }> {
  const { method, headers, body } = request
  const response = await fetch(url + request.path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${request.path}: ${response.status} ${text}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { cookie, body: JSON.parse(text) }
}

function toBytes(host: string, { method, path, headers, body = '' }: LoadRequest): string {
  const lines = Object.entries({
    host,
    ...headers,
    ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** Reads one response at a time as text (RFC 9112, with a length or chunked). */
function responsesOf(socket: Socket): () => Promise<string> {
  let text = ''
  let waiting: { resolve: (result: string) => void; reject: (error: Error) => void } | undefined
  const settle = (): void => {
    const end = endOfResponse(text)
    if (!waiting || end === null) return
    const { resolve } = waiting
    waiting = undefined
    const result = text.slice(0, end)
    text = text.slice(end)
    resolve(result)
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    settle()
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error(`The connection was closed after ${JSON.stringify(text)}`)))
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      settle()
    })
}

function endOfResponse(text: string): number | null {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return null
  const headers = text.slice(0, head).toLowerCase()
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1]
  if (length !== undefined) {
    const end = head + 4 + Number(length)
    return text.length >= end ? end : null
  }
  const last = text.indexOf('\r\n0\r\n\r\n', head)
  return last < 0 ? null : last + 7
}
