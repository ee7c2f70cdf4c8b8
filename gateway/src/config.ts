import { BlockList, isIPv6 } from 'node:net'
import { z } from 'zod'

const list = z.string().default('').transform((text) => text.split(',').map((entry) => entry.trim()).filter(Boolean)) // prettier-ignore
const origin = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** IPv4 and IPv6 ranges such as `10.0.0.0/8`, or single addresses. */
const addressRanges = list.transform((entries, check) => {
  const ranges = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    try {
      ranges.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
    } catch {
      check.addIssue(`"${entry}" is no address range (CIDR)`)
    }
  }
  return ranges
})

const environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(4000),
    /** Where rest-auth listens, without a path. */
    REST_AUTH_URL: origin.default('http://127.0.0.1:4001').transform((url) => new URL(url).origin),
    AUTH_BASE_PATH: z
      .string()
      .regex(/^(\/[\w-]+)+$/, 'must look like /api/auth')
      .default('/api/auth'),
    /** The product's public origin: a browser that shows a page of it may ask. */
    AUTH_URL: origin.default('http://localhost:3000').transform((url) => new URL(url).origin),
    TRUSTED_ORIGINS: list,
    TRUSTED_PROXIES: addressRanges,
    GRAPHQL_INTROSPECTION: z.enum(['true', 'false', '1', '0'], 'must be true or false').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine(({ NODE_ENV, HOST }) => NODE_ENV === 'production' || isLoopback(HOST), {
    path: ['HOST'],
    error: 'must be a loopback address unless NODE_ENV=production',
  })

export type Config = Readonly<Omit<z.infer<typeof environment>, 'GRAPHQL_INTROSPECTION'>> & {
  readonly introspection: boolean
  readonly trustedOrigins: readonly string[]
}

/** Everything that is wrong with the environment, in plain words. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(faults: readonly string[]) {
    super(`The configuration of the gateway has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

/** Reads the whole environment once. Throws a ConfigError that lists all faults at once. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
  )
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const { GRAPHQL_INTROSPECTION: introspection, ...values } = parsed.data
  return {
    ...values,
    introspection:
      introspection === undefined ? values.NODE_ENV !== 'production' : ['true', '1'].includes(introspection),
    trustedOrigins: [values.AUTH_URL, ...values.TRUSTED_ORIGINS],
  }
}
