import swaggerUi from '@fastify/swagger-ui'
import { describeInterface } from 'service/openapi-document.ts'
import { z } from 'zod'
import type { Config } from './config.ts'
import { resetFailure } from './credential/password.ts'
import { errorDetails } from './error-details.ts'
import { errorCodes } from './errors.ts'
import type { App } from './http/calls.ts'
import { codesByStatus, commonErrors } from './http/declared-errors.ts'
import { deletionFailures } from './own-account/delete-user.routes.ts'
import { socialRefusals } from './social/social-refusal.ts'
import { verificationFailures } from './verification/verify-email.ts'

// Not used by any route: clients translate these codes.
z.enum([...errorCodes]).meta({ id: 'ErrorCode' })
const redirectErrors = [
  ...socialRefusals,
  ...Object.keys(verificationFailures),
  ...Object.values(deletionFailures),
  resetFailure,
]
z.enum([...new Set(redirectErrors)]).meta({
  id: 'RedirectErrorCode',
  description: 'The `error` parameter of redirects, unless the provider refused',
})
const code = z.string().describe('An ErrorCode, or a derived code if the message names a provider')
const details = errorDetails.describe('Only if the request has `X-Error-Details: true`')
const { missingPermissions } = errorDetails.shape
const errorSchema = z
  .object({ code, message: z.string(), missingPermissions, details: details.optional() })
  .meta({ id: 'Error' })

const title = 'Authentication and organizations'

/** Outside of production also with a page for people. */
export async function describeRoutes(app: App, { AUTH_BASE_PATH, production }: Config): Promise<void> {
  await describeInterface(app, {
    title,
    description:
      'Authenticated requests have the session cookie, or `Authorization: Bearer` with the value of `set-auth-token`. ' +
      `Beside the codes that a call names, each may return ${[...commonErrors].join(', ')}.`,
    base: AUTH_BASE_PATH,
    error: errorSchema,
    codesOf: ({ errors = [] }) => codesByStatus(errors),
  })
  if (production) return
  await app.register(swaggerUi, {
    routePrefix: `${AUTH_BASE_PATH}/reference`,
    uiConfig: { docExpansion: 'none', deepLinking: true },
    theme: { title },
    staticCSP:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  })
}
