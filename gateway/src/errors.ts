import { GraphQLError } from 'graphql'
import { UserErrorCode, type UserError } from './generated/types.ts'

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

/** `what` is larger than one answer may be. */
export const answerTooLarge = (what: string) => error('ANSWER_TOO_LARGE', `${what} Ask for less at once.`)

/** rest-auth did not answer in time, or not as agreed. What happened stands in the log, not in the answer. */
export const upstreamUnavailable = () =>
  error('UPSTREAM_UNAVAILABLE', 'The service behind this field does not answer. Please try again in a moment.')

/** Whether rest-auth's code is one that payloads tell: a refusal that a person can act on. */
const isUserErrorCode = (code: string): code is UserErrorCode => Object.hasOwn(UserErrorCode, code)

/** rest-auth's "no": `code` and `message` as they are on its wire. */
export class Refusal extends GraphQLError {
  readonly code: string

  constructor(status: number, { code, message }: { code: string; message: string }, retryAfter: number | undefined) {
    const { message: text, extensions } = publicError(status, code, retryAfter)
    super(isUserErrorCode(code) ? message : text, { extensions })
    this.code = code
  }
}

function publicError(status: number, code: string, retryAfter: number | undefined): GraphQLError {
  if (isUserErrorCode(code))
    return error(code === 'VALIDATION_ERROR' ? 'BAD_USER_INPUT' : 'FORBIDDEN', '', { reason: code })
  if (status === 401) return error('UNAUTHENTICATED', 'Sign in first.')
  if (status === 403) return error('FORBIDDEN', 'This is not allowed from here.')
  if (status === 429)
    return error('RATE_LIMITED', 'Too many requests. Please try again later.', { retryAfter: retryAfter ?? 10 })
  if (status >= 500) return upstreamUnavailable()
  return badUserInput('The service behind this field does not accept these values.')
}

/** Which input field a refusal is about; those that are about none are absent. */
const fieldsByCode: Partial<Record<UserErrorCode, readonly string[]>> = {
  VALIDATION_ERROR: ['email'], // nothing else of an input that has one can have a wrong form
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: ['email'],
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: ['email'],
  TOO_MANY_INVITATIONS_TO_THIS_ADDRESS: ['email'],
  ORGANIZATION_ALREADY_EXISTS: ['slug'],
  ORGANIZATION_NOT_FOUND: ['organizationId'],
  NO_ACTIVE_ORGANIZATION: ['organizationId'],
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: ['organizationId'],
  MEMBER_NOT_FOUND: ['memberId', 'member'],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: ['roles'],
  ROLE_NOT_FOUND: ['roles'],
  TEAM_NOT_FOUND: ['teamId'],
  INVITATION_NOT_FOUND: ['invitationId'],
}

/** The refusal as the payload tells it; null when it is no business of a payload. */
export function toUserError(refusal: unknown, input: object): UserError | null {
  if (!(refusal instanceof Refusal) || !isUserErrorCode(refusal.code)) return null
  const field = fieldsByCode[refusal.code]?.find((name) => name in input)
  return { code: refusal.code, message: refusal.message, path: field === undefined ? null : ['input', field] }
}
