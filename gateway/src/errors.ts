import { GraphQLError } from 'graphql'
import { accessTokenScope } from 'service/access-token.ts'
import { UserErrorCode } from './generated/types.ts'

/** The codes of errors outside of payloads, as `extensions.code`; Apollo Server adds those of documents it cannot accept. */
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

/** Whoever asks by an access token asks for something else than it is for. */
export const beyondAccessToken = () =>
  error('FORBIDDEN', 'This token is for reading organizations, teams, members and invitations only.', {
    scope: accessTokenScope,
  })

/** `what` is larger than one answer may be. */
export const answerTooLarge = (what: string) => error('ANSWER_TOO_LARGE', `${what} Ask for less at once.`)

/** Too many requests; after `retryAfter` seconds there may be another one. */
export const rateLimited = (retryAfter: number, extensions: Record<string, unknown> = {}) =>
  error('RATE_LIMITED', 'Too many requests. Please try again later.', { retryAfter, ...extensions })

/** rest-auth did not answer in time, or not as agreed. What happened stands in the log, not in the answer. */
export const upstreamUnavailable = () =>
  error('UPSTREAM_UNAVAILABLE', 'The service behind this field does not answer. Please try again in a moment.')

/** Whether rest-auth's code is one that payloads tell: a refusal that a person can act on. */
export const isUserErrorCode = (code: string): code is UserErrorCode => Object.hasOwn(UserErrorCode, code)

/** rest-auth's "no": `code` and `message` as they are on its wire. */
export class Refusal extends GraphQLError {
  readonly code: string
  readonly details: RefusalAnswer['details']

  constructor(status: number, { code, message, details }: RefusalAnswer, retryAfter: number | undefined) {
    const { message: text, extensions } = publicError(status, code, retryAfter)
    super(isUserErrorCode(code) ? message : text, { extensions })
    this.code = code
    this.details = details
  }
}

/** The body of a refusal of rest-auth; `details` come because we ask for them. */
export interface RefusalAnswer {
  readonly code: string
  readonly message: string
  readonly details?:
    | {
        readonly issues?: readonly { readonly path: readonly string[]; readonly message: string }[] | undefined
        readonly limit?: number | undefined
      }
    | undefined
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
