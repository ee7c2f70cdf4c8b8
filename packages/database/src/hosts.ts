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
  const urls = list.split(',').map((host) => new URL(`${start}${host}${end}`))
  const [first] = urls
  const wanted = first?.searchParams.get('target_session_attrs') ?? (urls.length > 1 ? 'primary' : 'any')
  if (!first || !['any', 'primary', 'read-write'].includes(wanted))
    throw new Error('target_session_attrs is primary, read-write or any.')
  first.searchParams.delete('target_session_attrs')
  const servers = urls.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 5432),
  }))
  return { url: first.href, servers, primaryOnly: wanted !== 'any', current: 0 }
}
