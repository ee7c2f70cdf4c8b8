/** The next connection goes to `servers[current]`. */
export type Hosts = ReturnType<typeof parseHosts>

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]+)(.*)$/

/** Parses `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=primary`. */
export function parseHosts(address: string) {
  const [, start = '', list = '', end = ''] = form.exec(address) ?? []
  const urls = list.split(',').map((host) => new URL(`${start}${host}${end}`))
  const [url] = urls // for user and database; sockets connect to any of the servers
  const wanted = url?.searchParams.get('target_session_attrs') ?? (urls.length > 1 ? 'primary' : 'any')
  if (!url || !['any', 'primary', 'read-write'].includes(wanted))
    throw new Error('target_session_attrs must be primary, read-write or any.')
  url.searchParams.delete('target_session_attrs')
  const servers = urls.map(({ hostname, port }) => ({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port || 5432),
  }))
  const database = decodeURIComponent(url.pathname.slice(1)) // postgres.js does not decode it
  return { url: url.href, database, servers, primaryOnly: wanted !== 'any', current: 0 }
}
