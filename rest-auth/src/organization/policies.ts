import type { Permission, Rights } from 'contract/permissions.ts'
import { isOwner, roleNames } from 'contract/roles.ts'
import type { ErrorKey } from '../errors.ts'
import type { Member } from './entities.ts'

/** A member, or a key, which has permissions but no roles. */
export type Caller = Rights & Pick<Member, 'organizationId' | 'teamId'>
type Allows<Subject, By> = ((caller: By, subject: Subject) => boolean) & { readonly permission?: Permission }
type Rule<Subject, By> = readonly [allows: Allows<Subject, By>, otherwise: ErrorKey]

/** Who may make a call: members whom all rules allow. Others get the error of the first that does not. */
export type Policy<Subject = void, By = Caller> = readonly [Rule<Subject, By>, ...Rule<Subject, By>[]]

/** Comes first: outsiders get its error, as for unknown organizations. */
const isMember = (): boolean => true
/** `viewerPermissions` of GraphQL lists the same permissions. */
const isOwning = ({ roles }: Rights) => isOwner(roles)
const can = (permission: Permission) =>
  Object.assign((caller: Rights) => caller.permissions.includes(permission), { permission })

export const organizationPolicy: Record<'readPermissions' | 'readAuditLog' | 'update' | 'delete' | 'requireSecondFactor', Policy> = {
  readPermissions: [[isMember,                   'PERMISSIONS_ARE_HIDDEN']],
  readAuditLog:    [[isMember,                   'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
                    [can('audit:read'),          'YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG']],
  update:          [[isMember,                   'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
                    [can('organization:update'), 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION']],
  delete:          [[isMember,                   'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
                    [can('organization:delete'), 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION']],
  requireSecondFactor: [
                    [isMember,                   'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
                    [isOwning,                   'YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR']],
} // prettier-ignore

/** `roles`: those afterwards, if they change. */
type MemberChange = { readonly target: Member; readonly roles?: readonly string[] }
const isColleague = ({ organizationId }: Caller, { target }: MemberChange) => target.organizationId === organizationId
const mayMoveOwner = (caller: Caller, { target, roles = [] }: MemberChange) =>
  isOwner(caller.roles) || !(isOwner(roleNames(target.role)) || isOwner(roles))

export const memberPolicy: Record<'update' | 'remove', Policy<MemberChange>> = {
  update:          [[isMember,                   'MEMBER_NOT_FOUND'],
                    [isColleague,                'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
                    [mayMoveOwner,               'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
                    [can('member:update'),       'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER']],
  remove:          [[isMember,                   'MEMBER_NOT_FOUND'],
                    [isColleague,                'MEMBER_NOT_FOUND'],
                    [mayMoveOwner,               'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'],
                    [can('member:delete'),       'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER']],
} // prettier-ignore

const mayAppoint = (caller: Rights, offered: readonly string[]) => isOwner(caller.roles) || !isOwner(offered)

/** `couldInvite` is `create` in SQL. */
export const invitationPolicy: { create: Policy<readonly string[]>; cancel: Policy } = {
  create:          [[isMember,                   'MEMBER_NOT_FOUND'],
                    [can('invitation:create'),   'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION'],
                    [mayAppoint,                 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE']],
  cancel:          [[isMember,                   'MEMBER_NOT_FOUND'],
                    [can('invitation:cancel'),   'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION']],
} // prettier-ignore

type TeamMemberChange = { readonly target: Member | null }
const isNoForeignOwner = (caller: Caller, { target }: TeamMemberChange) =>
  isOwner(caller.roles) || !isOwner(roleNames(target?.role ?? null))

export const teamMemberPolicy: Record<'add' | 'remove', Policy<TeamMemberChange>> & { list: Policy } = {
  add:             [[isMember,                   'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
                    [can('member:update'),       'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER'],
                    [isNoForeignOwner,           'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER']],
  remove:          [[isMember,                   'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
                    [can('member:delete'),       'YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER'],
                    [isNoForeignOwner,           'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER']],
  list:            [[isMember,                   'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
                    [can('member:update'),       'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER']],
} // prettier-ignore

const isNotIn = (caller: Caller, teamId: string) => caller.teamId !== teamId

export const teamPolicy: Record<'create' | 'update', Policy> & { remove: Policy<string> } = {
  create:          [[isMember,                   'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION'],
                    [can('team:create'),         'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION']],
  update:          [[isMember,                   'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'],
                    [can('team:update'),         'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM']],
  remove:          [[isMember,                   'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM'],
                    [isNotIn,                    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM'],
                    [can('team:delete'),         'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION']],
} // prettier-ignore

export const webhookPolicy: Policy = [
  [isMember, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
  [can('webhook:manage'), 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS'],
]

export const keyPolicy: Policy = [
  [isMember, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
  [can('key:manage'), 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS'],
]

const roleRule = (action: 'create' | 'read' | 'update' | 'delete', otherwise: ErrorKey): Policy => [
  [isMember, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
  [can(`ac:${action}`), otherwise],
]

/** The roles that an organization has made. Changes also respect the ceiling (`requireWithin`). */
export const rolePolicy: Record<'create' | 'read' | 'list' | 'update' | 'delete', Policy> = {
  create: roleRule('create', 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE'),
  read: roleRule('read', 'YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE'),
  list: roleRule('read', 'YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE'),
  update: roleRule('update', 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE'),
  delete: roleRule('delete', 'YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE'),
}
