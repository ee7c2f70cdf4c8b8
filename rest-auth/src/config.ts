import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseHosts } from 'database/hosts.ts'
import {
  isLoopback,
  list,
  readEnvironment,
  settings,
  trueOrFalse,
  wholeNumber,
  type Environment,
} from 'service/environment.ts'
import { rateLimitSettings } from 'service/rate-limit-settings.ts'
import { trustedOrigins } from 'service/trusted-origin.ts'
import { z } from 'zod'
import { providerIds, providerSettings, withDemoProviders } from './provider-config.ts'
import { limitSettings } from './rate-limits.ts'

const longestCookieAge = 400 * 86_400 // RFC 6265bis, section 5.5

const flag = (preset: boolean) => trueOrFalse.default(preset)
const whole = (preset: number, min = 1, max?: number) => wholeNumber(min, max).default(preset)

function isDatabaseAddress(address: string): boolean {
  try {
    return parseHosts(address).servers.length > 0
  } catch {
    return false
  }
}

const ownSettings = settings(4001, {
  DATABASE_URL: z
    .string()
    .refine(isDatabaseAddress, 'must be a postgres:// address; of several hosts as host1:5432,host2:5432')
    .optional(),
  DATABASE_CONNECTIONS: whole(10, 3, 1000),
  DATABASE_REQUEST_TIMEOUT: whole(4, 1, 60),
  DATABASE_POOLER: z.enum(['transaction'], 'must be "transaction" or unset').optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: list.refine(
    (secrets) => secrets.every((secret) => secret.length >= 32),
    'every secret needs at least 32 characters',
  ),
  TRUSTED_ORIGINS: trustedOrigins,
  MAIL_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().optional(),
  EMAIL_PASSWORD_ENABLED: flag(true),
  EMAIL_VERIFICATION_ENABLED: flag(true),
  RESET_PASSWORD_ENABLED: flag(true),
  ONE_TIME_TOKEN_CLIENT_REQUESTS: flag(true),
  SIGN_UP_ENABLED: flag(true),
  PASSWORD_MIN_LENGTH: whole(8),
  PASSWORD_MAX_LENGTH: whole(128, 1, 4096),
  EMAIL_VERIFICATION_REQUIRED: flag(false),
  EMAIL_VERIFICATION_SEND_ON_SIGN_UP: flag(true),
  EMAIL_VERIFICATION_EXPIRES_IN: whole(3600),
  EMAIL_VERIFICATION_AUTO_SIGN_IN: flag(false),
  RESET_PASSWORD_EXPIRES_IN: whole(3600),
  RESET_PASSWORD_REVOKES_SESSIONS: flag(true),
  CHANGE_EMAIL_ENABLED: flag(true),
  DELETE_USER_ENABLED: flag(true),
  DELETE_USER_CONFIRM_BY_MAIL: flag(true),
  DELETE_USER_EXPIRES_IN: whole(86_400),
  COOKIE_HOST_PREFIX: flag(false),
  SESSION_EXPIRES_IN: whole(604_800, 1, longestCookieAge),
  SESSION_UPDATE_AGE: whole(86_400, 0),
  SESSION_ABSOLUTE_LIFETIME: wholeNumber(0).optional(),
  SESSION_FRESH_AGE: whole(86_400, 0),
  /** Whether change-email, link-social and giving ownership need a fresh session, as they do not in better-auth. */
  FRESH_SESSION_REQUIRED: flag(true),
  SESSION_REFRESH_DISABLED: flag(false),
  SESSION_COOKIE_CACHE_MAX_AGE: whole(0, 0, longestCookieAge),
  ACCOUNT_LINKING_ENABLED: flag(true),
  ACCOUNT_LINKING_TRUSTED_PROVIDERS: list.pipe(z.array(z.enum(providerIds, 'names an unknown provider'))),
  USERNAME_MIN_LENGTH: whole(3),
  USERNAME_MAX_LENGTH: whole(30, 1, 255),
  ONE_TIME_TOKEN_EXPIRES_IN: whole(180),
  ORGANIZATION_CREATION_ALLOWED: flag(true),
  ORGANIZATION_LIMIT: whole(100),
  ORGANIZATION_CREATOR_ROLE: z.enum(['owner', 'admin', 'member'], 'must be owner, admin or member').default('owner'),
  ORGANIZATION_MEMBERSHIP_LIMIT: whole(100),
  INVITATION_EXPIRES_IN: whole(172_800),
  INVITATION_REQUIRES_VERIFIED_EMAIL: flag(false),
  TEAMS_REMOVE_LAST_ALLOWED: flag(false),
  ...rateLimitSettings,
  AUTH_RATE_LIMITS: limitSettings,
  SOCIAL_STATE_COOKIE: flag(true),
  SOCIAL_DEMO_ORIGIN: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/ })], 'must be an http:// address or "off"')
    .optional(),
  MICROSOFT_TENANT_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a tenant id, a domain, common, organizations or consumers')
    .default('common'),
  GITLAB_ISSUER: z.url({ protocol: /^https$/, error: 'must be an https:// address' }).default('https://gitlab.com'),
  APPLE_APP_BUNDLE_IDENTIFIER: z.string().optional(),
})
const environment = ownSettings.and(providerSettings)

export const settingNames = [...Object.keys(ownSettings.shape), ...Object.keys(providerSettings.in.shape)]

export type Config = Readonly<Values> & {
  readonly MAIL_FROM: string
  /** Whether a mail waits rather than goes to a server that offers no encryption. */
  readonly mailTlsRequired: boolean
  readonly production: boolean
  /** Signs with the first, verifies with all. */
  readonly secrets: readonly [string, ...string[]]
  readonly baseUrl: string
  readonly rateLimitEnabled: boolean
  /** Seconds after which a session ends even in use (ASVS 7.3.2). */
  readonly sessionAbsoluteLifetime: number
}

/** Reads the whole environment once. Throws a ConfigError that lists all faults at once. */
export function loadConfig(env: Environment): Config {
  const values = readEnvironment(environment, env, faultsOf)
  const [secret = generatedSecret(values.DATA_DIR), ...older] = values.AUTH_SECRET
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    MAIL_FROM: values.MAIL_FROM ?? `no-reply@${new URL(values.AUTH_URL).hostname}`,
    mailTlsRequired: isMailTlsRequired(values, values.production),
    secrets: [secret, ...older],
    baseUrl: values.AUTH_URL + values.AUTH_BASE_PATH,
    rateLimitEnabled: values.RATE_LIMIT_ENABLED ?? values.production,
    sessionAbsoluteLifetime:
      values.SESSION_ABSOLUTE_LIFETIME === 0
        ? Infinity
        : (values.SESSION_ABSOLUTE_LIFETIME ?? Math.max(90 * 86_400, values.SESSION_EXPIRES_IN)),
    providers: values.production
      ? values.providers
      : withDemoProviders(values.providers, values.SOCIAL_DEMO_ORIGIN, `${values.AUTH_URL}/dev/providers`),
  }
}

type Values = z.output<typeof environment>

function faultsOf(values: Values, production: boolean): string[] {
  const { PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, USERNAME_MIN_LENGTH, USERNAME_MAX_LENGTH } = values
  const isInsecure = !values.AUTH_URL.startsWith('https:')
  const checks: [isFault: boolean, fault: string][] = [
    [production && values.AUTH_SECRET.length === 0, 'AUTH_SECRET: is required in production (openssl rand -base64 32)'],
    [production && !values.DATABASE_URL, 'DATABASE_URL: is required in production'],
    [production && !values.MAIL_URL, 'MAIL_URL: is required in production'],
    [production && !!values.SOCIAL_DEMO_ORIGIN, 'SOCIAL_DEMO_ORIGIN: must not be set in production'],
    [PASSWORD_MIN_LENGTH > PASSWORD_MAX_LENGTH, 'PASSWORD_MIN_LENGTH: is greater than PASSWORD_MAX_LENGTH'],
    [
      (values.SESSION_ABSOLUTE_LIFETIME || Infinity) < values.SESSION_EXPIRES_IN,
      'SESSION_ABSOLUTE_LIFETIME: is shorter than SESSION_EXPIRES_IN',
    ],
    [USERNAME_MIN_LENGTH > USERNAME_MAX_LENGTH, 'USERNAME_MIN_LENGTH: is greater than USERNAME_MAX_LENGTH'],
    [
      values.COOKIE_HOST_PREFIX && isInsecure,
      'COOKIE_HOST_PREFIX: needs an https:// AUTH_URL; browsers refuse cookies named __Host- that are not Secure',
    ],
  ]
  return checks.flatMap(([isFault, fault]) => (isFault ? [fault] : []))
}

/** In production, but not on the way to a server on this machine; `?tls=` in MAIL_URL says otherwise. */
function isMailTlsRequired({ MAIL_URL }: Values, production: boolean): boolean {
  if (MAIL_URL === undefined) return false
  const { hostname, searchParams } = new URL(MAIL_URL)
  const tls = searchParams.get('tls')
  return tls === null ? production && !isLoopback(hostname) : tls === 'required'
}

/** The secret of a development installation: made once, kept in the data folder, the same for instances that start at once. */
function generatedSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  const draft = `${file}.${process.pid}`
  mkdirSync(dataDir, { recursive: true })
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8')
    writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
    linkSync(draft, file) // whole or not at all, and only the first
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
