import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { normalAddress } from './client-ip.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const trueOrFalse = z.stringbool({
  truthy: ['true', '1'],
  falsy: ['false', '0'],
  error: 'must be true or false',
})

/** Thirty years in seconds. Database columns overflow at little more than twice as much. */
const maxNumber = 1_000_000_000

export const wholeNumber = (min: number, max = maxNumber) =>
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
  .refine(isOrigin, 'must be an http:// or https:// URL without a path')
  .transform((text) => new URL(text).origin)

export const ipRanges = (whose: string) =>
  list.transform((entries, check) => {
    const ranges = entries.flatMap((entry) => {
      try {
        const range = ipaddr.parseCIDR(
          entry.includes('/') ? entry : `${entry}/${ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128}`,
        )
        if (range[1] < shortestPrefix(range[0]))
          check.addIssue(`"${entry}" is too wide: name only the IP addresses of ${whose}`)
        return [range]
      } catch {
        check.addIssue(`"${entry}" is not an IP address or a range (CIDR)`)
        return []
      }
    })
    const allowed = new BlockList()
    for (const [range, bits] of ranges) allowed.addSubnet(range.toString(), bits, range.kind())
    return (address: string | undefined): boolean => {
      if (ranges.length === 0) return false
      const normal = normalAddress(address ?? '')
      return normal !== '' && allowed.check(normal, normal.includes(':') ? 'ipv6' : 'ipv4')
    }
  })

/** The widest range that one operator can own; a wider one would trust strangers. */
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
  SHUTDOWN_DELAY: wholeNumber(0, 600).optional(),
  SHUTDOWN_TIMEOUT: wholeNumber(0, 600).optional(),
  /** Peers whose X-Forwarded-* and X-Request-Id headers are trusted. */
  TRUSTED_PROXIES: ipRanges('your proxies'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
})

export const settings = <Own extends z.ZodRawShape>(port: number, own: Own) => z.object({ ...common(port), ...own })

export type Settings = z.output<z.ZodObject<ReturnType<typeof common>>>
export type Environment = Readonly<Record<string, string | undefined>>

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly settings: readonly string[]
  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
    super(`The configuration has ${count}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.settings = [...new Set(problems.flatMap((problem) => /^\w+(?=:)/.exec(problem)?.[0] ?? []))]
  }
}

/** Blank values count as missing; as numbers they would be 0. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

const fromFile =
  /^((?:REGISTRY_)?DATABASE_URL|MAIL_URL|OPERATOR_TOKEN|AUTH_SECRET|ADOPTED_SECRET|APPLE_PRIVATE_KEY|PRODUCT_MARK|[A-Z]+_CLIENT_SECRET)_FILE$/

/** Reads `AUTH_SECRET_FILE` into AUTH_SECRET, because containers mount secrets as files. */
function withFiles(env: Environment): Environment {
  const values: Record<string, string | undefined> = { ...env }
  for (const [name, file] of Object.entries(env)) {
    const [, setting] = fromFile.exec(name) ?? []
    if (setting === undefined || !file) continue
    if (env[setting]) throw new ConfigError([`${name}: is set together with ${setting}`])
    try {
      values[setting] = readFileSync(file, 'utf8').trimEnd()
    } catch (error) {
      throw new ConfigError([`${name}: ${error instanceof Error ? error.message : String(error)}`])
    }
  }
  return values
}

/** Throws a ConfigError with all problems. `findProblems` checks values against each other. */
export function readEnvironment<Values extends Settings>(
  schema: z.ZodType<Values>,
  env: Environment,
  findProblems: (values: Values, production: boolean) => readonly string[] = () => [],
): Values & { production: boolean } {
  const given = withoutEmpty(withFiles(env))
  const parsed = schema.safeParse(given)
  const issues = parsed.error?.issues ?? []
  const malformed = new Set(issues.map(({ path }) => String(path[0])))
  // With their defaults instead of malformed values, the others can still be checked.
  const wellFormed = Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.has(name)))
  const values = parsed.data ?? (malformed.has('NODE_ENV') ? undefined : schema.safeParse(wellFormed).data)
  const production = values?.NODE_ENV === 'production'
  const crossed = values ? [...findCommonProblems(values, given), ...findProblems(values, production)] : []
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...crossed.filter((problem) => ![...malformed].some((name) => problem.includes(name))),
  ]
  if (!values || problems.length > 0) throw new ConfigError(problems)
  return { ...values, production }
}

const findCommonProblems = (values: Settings, env: Environment): string[] =>
  values.NODE_ENV === 'production' ? findUrlProblems(values, env) : findLoopbackProblems(values)

// Outside of production the outbox page and demo accounts are open to anyone who reaches them.
function findLoopbackProblems({ AUTH_URL, HOST }: Settings): string[] {
  const hosts = { AUTH_URL: new URL(AUTH_URL).hostname, HOST }
  return Object.entries(hosts)
    .filter(([, host]) => !isLoopback(host))
    .map(([name]) => `${name}: must be a loopback address unless NODE_ENV=production`)
}

// Secure cookies and HSTS depend on the scheme of this URL.
function findUrlProblems({ AUTH_URL }: Settings, env: Environment): string[] {
  if (!env['AUTH_URL']) return ['AUTH_URL: is required in production']
  const { protocol, hostname } = new URL(AUTH_URL)
  return protocol === 'https:' || isLoopback(hostname) ? [] : ['AUTH_URL: must be an https:// URL in production']
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname + search + hash + username === '/'
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
