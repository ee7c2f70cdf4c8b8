import { isUserErrorCode, Refusal } from './errors.ts'
import { parsePermissions } from './permission.ts'
import type { UserError, UserErrorCode } from 'contract/generated/graphql.ts'
import type { Permission as Grant } from 'contract/permissions.ts'

/** The first of these that is part of the input gets the error. */
const fieldsByCode: Partial<Record<UserErrorCode, readonly string[]>> = {
  VALIDATION_ERROR: ['logo'], // other fields come with their path
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: ['email'],
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: ['email'],
  ORGANIZATION_ALREADY_EXISTS: ['slug'],
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: ['userId', 'organizationId', 'slug'],
  MEMBER_NOT_FOUND: ['memberId', 'member', 'organizationId'],
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: ['roles'],
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: ['organizationId'],
  ROLE_NOT_FOUND: ['roles', 'assignedRoles', 'name'],
  ROLE_HAS_CHANGED: ['expected'],
  ROLE_NAME_IS_ALREADY_TAKEN: ['newName', 'name'],
  MEMBERS_HAVE_THIS_ROLE: ['newName', 'name'],
  ROLE_IS_ASSIGNED_TO_MEMBERS: ['name'],
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: ['name'],
  INVALID_RESOURCE: ['grants'],
  MEMBER_ROLES_HAVE_CHANGED: ['expected'],
  ORGANIZATION_HAS_CHANGED: ['expected'],
  TEAM_HAS_CHANGED: ['expectedName'],
  TEAM_NOT_FOUND: ['teamId', 'teamIds'],
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: ['userId'],
  INVITATION_NOT_FOUND: ['invitationId'],
  WEBHOOK_NOT_FOUND: ['webhookId'],
  WEBHOOK_IS_DISABLED: ['webhookId'],
  WEBHOOK_URL_IS_NOT_ALLOWED: ['url'],
  DELIVERY_NOT_FOUND: ['deliveryId'],
  KEY_NOT_FOUND: ['keyId'],
  INVALID_SCOPE: ['scopes'],
  INVALID_NAME_LENGTH: ['name'],
  EXPIRES_IN_IS_TOO_LARGE: ['expiresInDays'],
}

/** For fields whose names differ. */
const fieldsByRestName = new Map([
  ['role', 'name'],
  ['roleName', 'newName'],
  ['permission', 'grants'],
  ['expiresIn', 'expiresInDays'],
])

const absentFieldsByCode: Partial<Record<UserErrorCode, string>> = {
  ORGANIZATION_NOT_FOUND: 'organizationId',
  NO_ACTIVE_ORGANIZATION: 'organizationId',
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: 'organizationId',
}

const grantsByCode: Partial<Record<UserErrorCode, Grant>> = {
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'organization:update',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'organization:delete',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'member:update',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'member:delete',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: 'member:update',
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: 'member:delete',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'invitation:create',
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 'invitation:cancel',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'team:create',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'team:update',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'team:delete',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'team:delete',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: 'ac:create',
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: 'ac:update',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: 'ac:delete',
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS: 'webhook:manage',
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS: 'key:manage',
}

const inPath = (field: string | undefined) => (field === undefined ? null : ['input', field])

/** Returns one error per invalid field, or null if payloads do not report this refusal. */
export function toUserErrors(refusal: unknown, input: object): UserError[] | null {
  if (!(refusal instanceof Refusal) || !isUserErrorCode(refusal.code)) return null
  // For an invitation of another organization REST reports "not a member". Here it looks absent.
  const isHidden = refusal.code === 'MEMBER_NOT_FOUND' && 'invitationId' in input
  const code = isHidden ? 'INVITATION_NOT_FOUND' : refusal.code
  const message = isHidden ? 'Invitation not found' : refusal.message
  const { details } = refusal
  if (details?.issues) {
    return details.issues.map((issue) => {
      const field = issue.path.map((name) => fieldsByRestName.get(name) ?? name).find((name) => name in input)
      return { code, message: issue.message, path: inPath(field) }
    })
  }
  const field = fieldsByCode[code]?.find((name) => name in input) ?? absentFieldsByCode[code]
  const missingGrant = details?.missingPermissions?.[0] ?? grantsByCode[code] ?? null
  const [permission = null] = missingGrant === null ? [] : parsePermissions([missingGrant])
  return [{ code, message, path: inPath(field), limit: details?.limit ?? null, permission, missingGrant }]
}
