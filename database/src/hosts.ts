import { connect, type Socket } from 'node:net'

/** One or several servers of the same database, of which the first that fits is taken. */
export interface Hosts {
  /** Without `target_session_attrs`, and with the first server alone: user, password, database and the other settings. */
  readonly url: string
  readonly servers: readonly { readonly host: string; readonly port: number }[]
  /** Whether a server that only follows another one (a standby) is passed over. */
  readonly primaryOnly: boolean
}

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=primary`. Of several servers the primary is
 * taken unless `any` is said; `read-write` means `primary`.
 * @throws when it is no such address
 */
export function parseHosts(address: string): Hosts {
  const [, start = '', list = '', end = ''] = form.exec(address) ?? []
  const [first, ...others] = list.split(',').map((host) => new URL(`${start}${host}${end}`))
  if (!first) throw new Error('It is no postgres:// address.')
  const wanted = first.searchParams.get('target_session_attrs') ?? (others.length > 0 ? 'primary' : 'any')
  if (!['any', 'primary', 'read-write'].includes(wanted))
    throw new Error('target_session_attrs is primary, read-write or any.')
  first.searchParams.delete('target_session_attrs')
  return {
    url: first.href,
    servers: [first, ...others].map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || 5432),
    })),
    primaryOnly: wanted !== 'any',
  }
}

/** Connects to the first server that takes the connection, from number `start` on. Throws what the last one said. */
export async function dial(
  { servers }: Hosts,
  start: number,
  timeout: number,
): Promise<{ socket: Socket; at: number }> {
  let reason: unknown
  for (let tried = 0; tried < servers.length; tried++) {
    const at = (start + tried) % servers.length
    const server = servers[at]
    if (!server) continue
    try {
      return { socket: await dialServer(server.host, server.port, timeout / servers.length), at }
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

function dialServer(host: string, port: number, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: 10_000, noDelay: true })
    socket.setTimeout(timeout, () =>
      socket.destroy(Object.assign(new Error(`${host} is silent`), { code: 'ETIMEDOUT' })),
    )
    socket.on('error', reject) // for good: without a listener an error would end the process
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(Object.assign(socket, { host, port })) // which TLS checks the certificate for
    })
  })
}
