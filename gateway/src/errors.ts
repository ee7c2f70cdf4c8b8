import { GraphQLError } from 'graphql'
import { accessTokenScope } from 'service/access-token.ts'
import { UserErrorCode, type Permission, type UserError } from './generated/types.ts'

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
const isUserErrorCode = (code: string): code is UserErrorCode => Object.hasOwn(UserErrorCode, code)

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

/** Which input field a refusal is about; those that are about none are absent. */
const fieldsByCode: Partial<Record<UserErrorCode, readonly string[]>> = {
  VALIDATION_ERROR: ['logo'], // what else does not fit comes with its path
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: ['email'],
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: ['email'],
  ORGANIZATION_ALREADY_EXISTS: ['slug'],
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: ['organizationId', 'slug'],
  MEMBER_NOT_FOUND: ['memberId', 'member', 'organizationId'],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: ['roles'],
  ROLE_NOT_FOUND: ['roles'],
  TEAM_NOT_FOUND: ['teamId'],
  INVITATION_NOT_FOUND: ['invitationId'],
}

/** Which input field is missing. */
const absentFieldsByCode: Partial<Record<UserErrorCode, string>> = {
  ORGANIZATION_NOT_FOUND: 'organizationId',
  NO_ACTIVE_ORGANIZATION: 'organizationId',
}

/** Which permission would have been needed. */
const permissionsByCode: Partial<Record<UserErrorCode, Permission>> = {
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'ORGANIZATION_UPDATE',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'ORGANIZATION_DELETE',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'MEMBER_UPDATE',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'MEMBER_DELETE',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'INVITATION_CREATE',
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 'INVITATION_CANCEL',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'TEAM_CREATE',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'TEAM_UPDATE',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'TEAM_DELETE',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'TEAM_DELETE',
}

const inPath = (field: string | undefined) => (field === undefined ? null : ['input', field])

/** The refusal as the payload tells it, one error for each field that does not fit; null when it is no business of a payload. */
export function toUserErrors(refusal: unknown, input: object): UserError[] | null {
  if (!(refusal instanceof Refusal) || !isUserErrorCode(refusal.code)) return null
  // REST says of a foreign organization's invitation that its caller is no member: here it is one that does not exist.
  const isHidden = refusal.code === 'MEMBER_NOT_FOUND' && 'invitationId' in input
  const code = isHidden ? 'INVITATION_NOT_FOUND' : refusal.code
  const message = isHidden ? 'Invitation not found' : refusal.message
  const { details } = refusal
  if (details?.issues) {
    return details.issues.map((issue) => {
      const field = issue.path.find((name) => name in input)
      return { code, message: issue.message, path: inPath(field) }
    })
  }
  const field = fieldsByCode[code]?.find((name) => name in input) ?? absentFieldsByCode[code]
  const permission = permissionsByCode[code] ?? null
  return [{ code, message, path: inPath(field), limit: details?.limit ?? null, permission }]
}
