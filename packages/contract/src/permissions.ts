// Not exported by kit, because most pages do not need it.
import { roles, type Role } from './roles.ts'

export const permissions = [
  'organization:update', 'organization:delete',
  'member:create', 'member:update', 'member:delete',
  'invitation:create', 'invitation:cancel',
  'team:create', 'team:update', 'team:delete',
  'audit:read',
  'ac:create', 'ac:read', 'ac:update', 'ac:delete',
  'webhook:manage',
  'key:manage',
] as const // prettier-ignore
export type Permission = (typeof permissions)[number]

/** Such as `mf-invoices:approve`. */
export const isOfRemote = (permission: string): boolean => permission.startsWith('mf-')

const ofOwners = /^organization:delete$|^(webhook|key):/

/** A rule instead of a list, because every page loads it. */
const isGranted = (role: string, permission: string): boolean =>
  role === 'owner' ||
  (role === 'admin' && !ofOwners.test(permission) && !isOfRemote(permission)) ||
  (role === 'member' && permission === 'ac:read')

export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => isGranted(role, permission))

/** Roles in an organization, with all that they grant there. */
export interface Rights {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** Without permissions, only the built-in roles count: for callers that know no others. */
export type KnownRights = Pick<Rights, 'roles'> & { readonly permissions?: readonly string[] | undefined }

export const noRights: KnownRights = { roles: [] }

export const builtInRights = (list: readonly string[]): Rights => ({
  roles: list,
  permissions: permissions.filter((permission) => list.some((role) => isGranted(role, permission))),
})

/** As in better-auth: actions by resource. */
export type ActionsByResource = Readonly<Record<string, readonly string[]>>

/** Names such as `team:create`. */
export const permissionNames = (actions: ActionsByResource): string[] =>
  Object.entries(actions).flatMap(([resource, names]) => names.map((name) => `${resource}:${name}`))

/** False for unknown names and for none. */
export function includesAll(held: readonly string[], question: ActionsByResource): boolean {
  const lists = Object.values(question)
  const isEmpty = lists.length === 0 || lists.some((names) => names.length === 0)
  return !isEmpty && permissionNames(question).every((permission) => held.includes(permission))
}

/** If several are set, all must hold. */
export interface Demand {
  roles?: Role[] | undefined
  permission?: string | undefined
  /** The user's role in the product, not in an organization. */
  userRole?: 'admin' | undefined
}

export const isForUser = ({ userRole }: Demand, own: string | undefined): boolean =>
  userRole === undefined || userRole === own

/** Whether roles in an organization decide. */
export const asksForRoles = ({ roles: wanted, permission }: Demand): boolean => (wanted ?? permission) !== undefined

export function maySee(demand: Demand, own: KnownRights, userRole?: string): boolean {
  const { roles: wanted, permission } = demand
  if (!isForUser(demand, userRole) || (wanted && !wanted.some((role) => own.roles.includes(role)))) return false
  if (permission === undefined) return true
  return own.permissions?.includes(permission) ?? own.roles.some((role) => isGranted(role, permission))
}
