/** One or several servers of the same database. The next connection is made to `servers[current]`. */
export type Hosts = ReturnType<typeof parseHosts>

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=primary`. With
 * several servers the default is `primary`, which `read-write` means too.
 */
export function parseHosts(address: string) {
  const [, start = '', list = '', end = ''] = form.exec(address) ?? []
  const urls = list.split(',').map((host) => new URL(`${start}${host}${end}`))
  const [url] = urls // for postgres.js, which gets sockets of all servers
  const wanted = url?.searchParams.get('target_session_attrs') ?? (urls.length > 1 ? 'primary' : 'any')
  if (!url || !['any', 'primary', 'read-write'].includes(wanted))
    throw new Error('target_session_attrs is primary, read-write or any.')
  url.searchParams.delete('target_session_attrs')
  const servers = urls.map(({ hostname, port }) => ({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port || 5432),
  }))
  return { url: url.href, servers, primaryOnly: wanted !== 'any', current: 0 }
}
