import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

interface Received {
  to: string
  source: string
  /** Whether it was encrypted. */
  secure: boolean
}

interface Behaviour {
  /** The reply to a rejected recipient: a status, or with its text. */
  refuse?: (address: string) => number | string | null
  refuseSender?: () => number | null
  /** With a certificate it offers STARTTLS. */
  tls?: { certificate: string; key: string } | undefined
  /** Awaited before it accepts a recipient … */
  beforeReceiver?: (address: string) => Promise<unknown>
  /** … and before it confirms an email, which it has by then. */
  beforeReply?: (received: Received) => Promise<unknown>
}

export interface TestSmtpServer {
  readonly url: string
  readonly received: Received[]
  /** How many were opened. */
  readonly connections: () => number
  /** Closes all connections, like servers do with idle ones. */
  readonly hangUp: () => void
}

/** A real SMTP server, for the duration of the test. */
export async function startSmtpServer(behaviour: Behaviour = {}): Promise<TestSmtpServer> {
  const { refuse = () => null, refuseSender = () => null, tls, beforeReceiver, beforeReply } = behaviour
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    ...(tls ? { cert: tls.certificate, key: tls.key } : { disabledCommands: ['STARTTLS'] }),
    onConnect(_, done) {
      connections++
      done()
    },
    onMailFrom(_, __, done) {
      done(rejection(refuseSender()))
    },
    onRcptTo({ address }, _, done) {
      void Promise.resolve(beforeReceiver?.(address)).then(() => done(rejection(refuse(address))))
    },
    onData(stream, { envelope, secure }, done) {
      void text(stream).then(async (source) => {
        const mail = { to: envelope.rcptTo.map(({ address }) => address).join(), source, secure }
        received.push(mail)
        await beforeReply?.(mail)
        done()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('error', () => {}) // a client that goes away in the middle
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://127.0.0.1:${portOf(server.server.address())}`,
    received,
    connections: () => connections,
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
  }
}

function rejection(reply: number | string | null): Error | null {
  if (reply === null) return null
  const [, responseCode, message = 'refused'] = /^(\d+) ?(.+)?/.exec(String(reply)) ?? []
  return Object.assign(new Error(message), { responseCode: Number(responseCode) })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}
