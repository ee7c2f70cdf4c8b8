import { BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { normalAddress } from './client-address.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const trueOrFalse = z.stringbool({
  truthy: ['true', '1'],
  falsy: ['false', '0'],
  error: 'must be true or false',
})

/** In seconds thirty years; a time or a column of the database has room for it, and for little more than twice as much. */
const largest = 1_000_000_000

export const wholeNumber = (min: number, max = largest) =>
  z.coerce.number(`must be a whole number from ${min} to ${max}`).int().min(min).max(max)

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

export const origin = z
  .string()
  .refine(isOrigin, 'must be an http:// or https:// address without a path')
  .transform((text) => new URL(text).origin)

/** Addresses and ranges (CIDR), as a function that tells whether an address is among them. */
export const addressRanges = (whose: string) =>
  list.transform((entries, check) => {
    const ranges = entries.flatMap((entry) => {
      try {
        const range = ipaddr.parseCIDR(
          entry.includes('/') ? entry : `${entry}/${ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128}`,
        )
        if (range[1] < shortestPrefix(range[0]))
          check.addIssue(`"${entry}" is too wide: name the addresses of ${whose}`)
        return [range]
      } catch {
        check.addIssue(`"${entry}" is no address range (CIDR)`)
        return []
      }
    })
    const among = new BlockList()
    for (const [range, bits] of ranges) among.addSubnet(range.toString(), bits, range.kind())
    return (address: string | undefined): boolean => {
      if (ranges.length === 0) return false
      const normal = normalAddress(address ?? '')
      return normal !== '' && among.check(normal, normal.includes(':') ? 'ipv6' : 'ipv4')
    }
  })

/** Whoever is believed or let alone is nobody's affair but the operator's, so a range ends where no operator has all of it. */
function shortestPrefix(address: ipaddr.IPv4 | ipaddr.IPv6): number {
  if (address.kind() === 'ipv4') return 8
  return ['uniqueLocal', 'linkLocal'].includes(address.range()) ? 7 : 16
}

const common = (port: number) => ({
  NODE_ENV: z.enum(['', 'production', 'development', 'test'], 'must be production, development or test').default(''),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(port),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  AUTH_URL: origin.prefault('http://localhost:3000'),
  AUTH_BASE_PATH: z
    .string()
    .regex(/^(\/[\w-]+)+$/, 'must look like /api/auth')
    .default('/api/auth'),
  /** Seconds for which a service that gets SIGTERM serves on, not ready any more, before it takes no new connections. */
  SHUTDOWN_DELAY: wholeNumber(0, 600).optional(),
  /** Seconds that it then has for finishing what it has begun. */
  SHUTDOWN_TIMEOUT: wholeNumber(0, 600).optional(),
  /** Whether the X-Forwarded-* headers and the X-Request-Id of a peer with this address are believed. */
  TRUSTED_PROXIES: addressRanges('your proxies'),
  /** Where `/metrics` is on HOST, if anywhere. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
})

/** The settings of a service: those that all have, and its own. */
export const settings = <Own extends z.ZodRawShape>(port: number, own: Own) => z.object({ ...common(port), ...own })

export type Settings = z.output<z.ZodObject<ReturnType<typeof common>>>
export type Environment = Readonly<Record<string, string | undefined>>

/** Everything that is wrong with the environment, in plain words. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly settings: readonly string[]
  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
    super(`The configuration has ${count}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.settings = [...new Set(faults.flatMap((fault) => /^\w+(?=:)/.exec(fault)?.[0] ?? []))]
  }
}

/** An empty value is as none, and so is one of spaces: as a number it would be 0. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

/** `furtherFaults` checks values against each other. Throws a ConfigError that lists all problems. */
export function readEnvironment<Values extends Settings>(
  schema: z.ZodType<Values>,
  env: Environment,
  furtherFaults: (values: Values, production: boolean) => readonly string[] = () => [],
): Values & { production: boolean } {
  const given = withoutEmpty(env)
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  const ownFaults = production ? addressFaults(values, given) : loopbackFaults(values)
  const faults = [...ownFaults, ...furtherFaults(values, production)]
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...values, production }
}

// Without NODE_ENV=production the outbox page and demo accounts are open to whoever reaches them.
function loopbackFaults({ AUTH_URL, HOST }: Settings): string[] {
  const hosts = { AUTH_URL: new URL(AUTH_URL).hostname, HOST }
  return Object.entries(hosts)
    .filter(([, host]) => !isLoopback(host))
    .map(([name]) => `${name}: must be a loopback address unless NODE_ENV=production`)
}

// Cookies are Secure, and browsers come back by https only, if and only if this address says https.
function addressFaults({ AUTH_URL }: Settings, env: Environment): string[] {
  if (!env['AUTH_URL']) return ['AUTH_URL: is required in production']
  const { protocol, hostname } = new URL(AUTH_URL)
  return protocol === 'https:' || isLoopback(hostname) ? [] : ['AUTH_URL: must be an https:// address in production']
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname + search + hash + username === '/'
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
