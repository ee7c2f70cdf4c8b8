import { describeInterface } from 'service/openapi-document.ts'
import { z } from 'zod'
import type { Config } from './config.ts'
import { resetFailure } from './credential/password.ts'
import { errorCodes } from './errors.ts'
import type { App } from './http/app-type.ts'
import { deletionFailures } from './own-account/delete-user.routes.ts'
import { socialRefusals } from './social/social-refusal.ts'
import { verificationFailures } from './verification/verify-email.ts'

// Named in the document for whoever needs a text for each.
z.enum([...errorCodes]).meta({ id: 'ErrorCode' })
const redirectErrors = [
  ...socialRefusals,
  ...Object.keys(verificationFailures),
  ...Object.values(deletionFailures),
  resetFailure,
]
z.enum([...new Set(redirectErrors)]).meta({
  id: 'RedirectErrorCode',
  description:
    'What `error` says in the address of the page that a redirect leads to, if it was not a provider that refused',
})
const code = z.string().describe('An ErrorCode, or one of its own where the message names a provider')
const details = z
  .object({
    issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
    limit: z.number().optional(),
  })
  .describe('Only for those who ask with `X-Error-Details: true`')
const errorSchema = z.object({ code, message: z.string(), details: details.optional() }).meta({ id: 'Error' })

/** Describes the routes that come after it; every call may answer the error form. */
export const describeRoutes = (app: App, { AUTH_BASE_PATH }: Config): Promise<void> =>
  describeInterface(app, {
    title: 'Authentication and organizations',
    version: '1.0.0',
    description:
      'Signed-in calls carry the session cookie, or `Authorization: Bearer` with the value of `set-auth-token`.',
    base: AUTH_BASE_PATH,
    error: errorSchema,
  })
