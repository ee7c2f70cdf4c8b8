import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export interface Config {
  production: boolean
  /** Pages reload when a build changes (`npm run dev`). */
  liveReload: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  host: string
  port: number
  /** Public address; only its host takes visitors, so that cookies and redirects have one origin. */
  authUrl: URL
  authBasePath: string
  restAuthUrl: string
  gatewayUrl: string
  registryFolder: string
  /** Whether forwarded headers of a peer with this address are believed. */
  isTrustedProxy: (address: string) => boolean
}

/** The environment holds values that the shell's server cannot run with; the message names all of them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address', abort: true })
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

const LOOPBACK_ONLY = 'must be a loopback host unless NODE_ENV is production'

const environmentSchema = (production: boolean) => {
  const mayListen = (host: string) => production || isLoopback(host)
  return z.object({
    NODE_ENV: z.string().optional(),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    HOST: z.string().refine(mayListen, LOOPBACK_ONLY).default('127.0.0.1'),
    PORT: z.coerce.number('must be a port').int().min(0).max(65_535).default(3000),
    AUTH_URL: httpUrl.refine((url) => mayListen(new URL(url).hostname), LOOPBACK_ONLY).default('http://localhost:3000'),
    AUTH_BASE_PATH: z
      .string()
      .regex(/^(\/[\w-]+)+$/, 'must look like /api/auth')
      .default('/api/auth'),
    REST_AUTH_URL: httpUrl.default('http://127.0.0.1:4001'),
    GATEWAY_URL: httpUrl.default('http://127.0.0.1:4000'),
    DATA_DIR: z.string().default('.data'),
    TRUSTED_PROXIES: z.string().default('').transform(parseRanges),
  })
}

/** Reads the configuration from the environment. Throws ConfigError with all faults at once. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const production = set['NODE_ENV'] === 'production'
  const { success, data, error } = environmentSchema(production).safeParse(set)
  if (!success) {
    const faults = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new ConfigError(`The shell's server cannot start with this environment:\n${faults.join('\n')}`)
  }
  const ranges = data.TRUSTED_PROXIES
  return {
    production,
    liveReload: data.NODE_ENV === 'development',
    logLevel: data.LOG_LEVEL,
    host: data.HOST,
    port: data.PORT,
    authUrl: new URL(data.AUTH_URL),
    authBasePath: data.AUTH_BASE_PATH,
    restAuthUrl: data.REST_AUTH_URL,
    gatewayUrl: data.GATEWAY_URL,
    registryFolder: resolve(data.DATA_DIR, 'registry'),
    isTrustedProxy: (address) => ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

/** A comma-separated list of addresses and CIDR ranges. */
function parseRanges(text: string, check: z.core.$RefinementCtx<string>): BlockList {
  const ranges = new BlockList()
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    try {
      ranges.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
    } catch {
      check.addIssue(`"${entry}" is no address or CIDR range`)
    }
  }
  return ranges
}
