import { GraphQLError } from 'graphql'
import { accessTokenScope } from 'service/access-token.ts'
import { z } from 'zod'
import { UserErrorCode } from 'contract/generated/graphql.ts'

/** `extensions.code` of errors outside of payloads, except those of Apollo Server. */
type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'ANSWER_TOO_LARGE'
  | 'BAD_USER_INPUT'

const error = (code: ErrorCode, message: string, extensions: Record<string, unknown> = {}) =>
  new GraphQLError(message, { extensions: { code, ...extensions } })

export const badUserInput = (message: string) => error('BAD_USER_INPUT', message)

export const sessionEnded = () =>
  error('UNAUTHENTICATED', 'This token is invalid, or its session has ended. Sign in again.')

/** For requests with an access token outside of its scope. */
export const beyondAccessToken = () =>
  error('FORBIDDEN', 'This token can only read organizations, teams, members and invitations.', {
    scope: accessTokenScope,
  })

export const responseTooLarge = (what: string) => error('ANSWER_TOO_LARGE', `${what} Request less at once.`)

export const rateLimited = (retryAfter: number, extensions: Record<string, unknown> = {}) =>
  error('RATE_LIMITED', 'Too many requests. Please try again later.', { retryAfter, ...extensions })

/** For timeouts and unexpected responses of rest-auth. Details are only in the log. */
export const upstreamUnavailable = () =>
  error('UPSTREAM_UNAVAILABLE', 'The service behind this field is unavailable. Please try again in a moment.')

/** Whether payloads report this code, because users can act on it. */
export const isUserErrorCode = (code: string): code is UserErrorCode => Object.hasOwn(UserErrorCode, code)

/** The body of a refusal by rest-auth. The gateway requests `details` with a header. */
export const refusalBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z
    .object({
      issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
      limit: z.number().optional(),
      missingPermissions: z.array(z.string()).optional(),
    })
    .optional(),
})
export type RefusalBody = z.infer<typeof refusalBody>

export class Refusal extends GraphQLError {
  readonly code: string
  readonly details: RefusalBody['details']

  constructor(status: number, { code, message, details }: RefusalBody, retryAfter: number | undefined) {
    const { message: text, extensions } = isOfKeys(code)
      ? forKey(code, message, details)
      : publicError(status, code, retryAfter)
    super(isUserErrorCode(code) ? message : text, { extensions })
    this.code = code
    this.details = details
  }
}

/** Refusals of API keys, whose programs need the reason. */
const isOfKeys = (code: string): boolean => /^(MISSING_SCOPE|CALL_IS_CLOSED_TO_KEYS|SEVERAL_CREDENTIALS)$/.test(code)

function forKey(reason: string, message: string, details: RefusalBody['details']): GraphQLError {
  const [missingGrant] = details?.missingPermissions ?? []
  return error('FORBIDDEN', message, { reason, ...(missingGrant !== undefined && { missingGrant }) })
}

function publicError(status: number, code: string, retryAfter: number | undefined): GraphQLError {
  if (isUserErrorCode(code))
    return error(code === 'VALIDATION_ERROR' ? 'BAD_USER_INPUT' : 'FORBIDDEN', '', { reason: code })
  if (status === 401) return error('UNAUTHENTICATED', 'Sign in first.')
  if (status === 403) return error('FORBIDDEN', 'This is not allowed from here.')
  if (status === 429) return rateLimited(retryAfter ?? 10)
  if (status >= 500) return upstreamUnavailable()
  return badUserInput('The service behind this field does not accept these values.')
}
