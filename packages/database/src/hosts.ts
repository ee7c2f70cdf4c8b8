/** The next connection goes to `servers[current]`. A host with `/` is the folder of a socket. */
export type Hosts = ReturnType<typeof parseHosts>

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(\/.*|[?#].*)?$/

/** Parameters of libpq, Prisma and providers that are about another pool or library, or implied. */
const ignored = new Set(
  `channel_binding client_encoding connect_timeout connection_limit fallback_application_name gssdelegation
  gssencmode gsslib hostaddr keepalives keepalives_count keepalives_idle keepalives_interval krbsrvname
  load_balance_hosts max_protocol_version min_protocol_version passfile pool_timeout single_use_connections
  socket_timeout ssl_max_protocol_version ssl_min_protocol_version sslaccept sslcompression sslrootcert sslsni
  statement_cache_size supa tcp_user_timeout uselibpqcompat host port schema pgbouncer target_session_attrs`.split(
    /\s+/,
  ),
)
const malformed = 'must be a postgres:// URL; separate several hosts with commas: host1:5432,host2:5432'

/**
 * Parses `postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=primary`, and
 * what libpq, Prisma and providers write. Errors do not contain the address and its password.
 */
export function parseHosts(address: string) {
  const [, start, list = '', end = ''] = form.exec(address) ?? []
  if (start === undefined || !URL.canParse(`${start}localhost${end}`)) throw new Error(malformed)
  const url = new URL(`${start}localhost${end}`)
  const query = url.searchParams
  const given = Object.fromEntries(query)
  if (given['sslrootcert'] !== undefined && given['sslrootcert'] !== 'system')
    throw new Error('has the parameter sslrootcert: remove it, and set NODE_EXTRA_CA_CERTS to the file')
  const servers = (given['host'] ?? (list || 'localhost')).split(',').map((host) => parseServer(host, given['port']))
  const wanted = given['target_session_attrs'] ?? (servers.length > 1 ? 'primary' : 'any')
  if (!['any', 'primary', 'read-write'].includes(wanted))
    throw new Error('has the parameter target_session_attrs, which must be primary, read-write or any')

  for (const name of ignored) query.delete(name)
  if (given['sslaccept'] === 'strict' || given['sslrootcert'] === 'system') query.set('sslmode', 'verify-full')
  if (given['sslmode'] === 'no-verify') query.set('sslmode', 'require')
  if (servers.every(({ host }) => host.startsWith('/'))) for (const name of ['ssl', 'sslmode']) query.delete(name)
  const { schema = 'public' } = given
  if (schema !== 'public' && !query.has('search_path')) query.set('search_path', `"${schema.replaceAll('"', '""')}"`)

  const database = decodeURIComponent(url.pathname.slice(1)) // postgres.js does not decode it
  return {
    url: url.href,
    database,
    servers,
    primaryOnly: wanted !== 'any',
    isTransactionPooler: given['pgbouncer'] === 'true',
    current: 0,
  }
}

function parseServer(entry: string, defaultPort = '5432') {
  const path = /^(\/|%2f)/i.test(entry) ? decodeURIComponent(entry) : undefined
  const { hostname, port } = new URL(`postgres://${path === undefined ? entry : 'localhost'}`)
  return { host: path ?? hostname.replaceAll(/[[\]]/g, ''), port: Number(port || defaultPort) }
}

/** For the settings of services. */
export function findAddressProblems(address: string): string[] {
  try {
    parseHosts(address)
    return []
  } catch (error) {
    // Errors of URL would repeat the address.
    return [error instanceof Error && error.message.startsWith('has ') ? error.message : malformed]
  }
}
