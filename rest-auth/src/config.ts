import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { isLoopback, readEnvironment, type Environment } from 'service/environment.ts'
import { keptSecret } from 'service/kept-secret.ts'
import type { z } from 'zod'
import type { Secrets } from './crypto/signed-value.ts'
import { providerSettings, withDemoProviders } from './provider-config.ts'
import { ownSettings } from './settings.ts'

const environment = ownSettings.and(providerSettings)

export const settingNames = [...Object.keys(ownSettings.shape), ...Object.keys(providerSettings.in.shape)]

export type Config = Readonly<Values> & {
  readonly MAIL_FROM: string
  /** Whether emails wait instead of being sent without encryption. */
  readonly mailTlsRequired: boolean
  readonly production: boolean
  /** The first one signs; all of them verify. */
  readonly secrets: Secrets
  /** Verify session cookies, which are worthless without the session in the database. */
  readonly sessionSecrets: Secrets
  readonly baseUrl: string
  readonly rateLimitEnabled: boolean
  /** In seconds: even sessions in use end then (ASVS 7.3.2). */
  readonly sessionAbsoluteLifetime: number
}

/** @throws ConfigError that lists all problems */
export function loadConfig(env: Environment): Config {
  const values = readEnvironment(environment, env, findProblems)
  const [secret = generatedSecret(values.DATA_DIR), ...older] = values.AUTH_SECRET
  const secrets: Secrets = [secret, ...older]
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    MAIL_FROM: values.MAIL_FROM ?? `no-reply@${new URL(values.AUTH_URL).hostname}`,
    mailTlsRequired: isMailTlsRequired(values, values.production),
    secrets,
    sessionSecrets: values.ADOPTED_SECRET === undefined ? secrets : [...secrets, values.ADOPTED_SECRET],
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

function findProblems(values: Values, production: boolean): string[] {
  const { PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, USERNAME_MIN_LENGTH, USERNAME_MAX_LENGTH } = values
  const isInsecure = !values.AUTH_URL.startsWith('https:')
  const checks: [isProblem: boolean, problem: string][] = [
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
  return checks.flatMap(([isProblem, problem]) => (isProblem ? [problem] : []))
}

/** `?tls=` in MAIL_URL overrides the default: required in production, except on this machine. */
function isMailTlsRequired({ MAIL_URL }: Values, production: boolean): boolean {
  if (MAIL_URL === undefined) return false
  const { hostname, searchParams } = new URL(MAIL_URL)
  const tls = searchParams.get('tls')
  return tls === null ? production && !isLoopback(hostname) : tls === 'required'
}

/** Development only. */
const generatedSecret = (dataDir: string): string =>
  keptSecret(join(dataDir, 'auth-secret'), () => randomBytes(32).toString('base64'))
