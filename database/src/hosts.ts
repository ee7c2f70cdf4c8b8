import { connect, type Socket } from 'node:net'

/** One or several servers of the same database. */
export interface Hosts {
  /** The address without `target_session_attrs` and with one server only. */
  readonly url: string
  readonly servers: readonly { readonly host: string; readonly port: number }[]
  /** Whether standbys are skipped. */
  readonly primaryOnly: boolean
  /** The index of the server to connect to. */
  current: number
}

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=primary`. With
 * several servers the default is `primary`, which `read-write` means too.
 */
export function parseHosts(address: string): Hosts {
  const [, start = '', list = '', end = ''] = form.exec(address) ?? []
  const [first, ...others] = list.split(',').map((host) => new URL(`${start}${host}${end}`))
  if (!first) throw new Error('It is no postgres:// address.')
  const wanted = first.searchParams.get('target_session_attrs') ?? (others.length > 0 ? 'primary' : 'any')
  if (!['any', 'primary', 'read-write'].includes(wanted))
    throw new Error('target_session_attrs is primary, read-write or any.')
  first.searchParams.delete('target_session_attrs')
  const servers = [first, ...others].map(({ hostname, port }) => ({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 5432),
  }))
  return { url: first.href, servers, primaryOnly: wanted !== 'any', current: 0 }
}

/** Connects to the current server within `timeout` ms. */
export function dial({ servers, current }: Hosts, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const server = servers[current] ?? {}
    const socket = connect({ port: 5432, ...server, keepAlive: true, keepAliveInitialDelay: 10_000, noDelay: true })
    const silence = Object.assign(new Error('the server is silent'), { code: 'ETIMEDOUT' })
    socket.setTimeout(timeout, () => socket.destroy(silence))
    socket.on('error', reject) // never removed: an error without a listener would end the process
    socket.once('connect', () => {
      socket.setTimeout(0)
      resolve(Object.assign(socket, server)) // postgres.js checks the certificate for `socket.host`
    })
  })
}
