import { origin, readEnvironment, settings, trueOrFalse, wholeNumber, type Environment } from 'service/environment.ts'
import { rateLimitSettings } from 'service/rate-limit-settings.ts'
import { trustedOrigins } from 'service/trusted-origin.ts'

export const ownSettings = settings(4000, {
  REST_AUTH_URL: origin.prefault('http://127.0.0.1:4001'),
  TRUSTED_ORIGINS: trustedOrigins,
  GRAPHQL_INTROSPECTION: trueOrFalse.optional(),
  SHELL_URL: origin.prefault('http://127.0.0.1:3000'),
  ...rateLimitSettings,
  /** Objects per minute for each user, and for each IP address without a session. */
  GRAPHQL_COST_PER_MINUTE: wholeNumber(1).default(120_000),
})

export type Config = ReturnType<typeof loadConfig>

export function loadConfig(env: Environment) {
  const values = readEnvironment(ownSettings, env)
  return {
    ...values,
    introspection: values.GRAPHQL_INTROSPECTION ?? !values.production,
    rateLimitEnabled: values.RATE_LIMIT_ENABLED ?? values.production,
  }
}
