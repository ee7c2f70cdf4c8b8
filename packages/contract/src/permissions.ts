// Not exported by kit, because most pages do not need it.
import { roles, type Role } from './roles.ts'

export const permissions = [
  'organization:update', 'organization:delete',
  'member:create', 'member:update', 'member:delete',
  'invitation:create', 'invitation:cancel',
  'team:create', 'team:update', 'team:delete',
  'audit:read',
] as const // prettier-ignore
export type Permission = (typeof permissions)[number]

const granted: Record<Role, ReadonlySet<string>> = {
  owner: new Set(permissions),
  admin: new Set(permissions.filter((permission) => permission !== 'organization:delete')),
  member: new Set(),
}

export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => granted[role].has(permission))

export const hasPermission = (list: readonly Role[], permission: Permission): boolean =>
  list.some((role) => granted[role].has(permission))

/** Whether one role alone grants everything. False for unknown names and for none. */
export function grantsAll(list: readonly Role[], question: Readonly<Record<string, readonly string[]>>): boolean {
  const wanted = Object.entries(question).map(([resource, names]) => names.map((name) => `${resource}:${name}`))
  const isEmpty = wanted.length === 0 || wanted.some((names) => names.length === 0)
  return !isEmpty && list.some((role) => wanted.flat().every((permission) => granted[role].has(permission)))
}

/** If several are set, all must hold. */
export interface Demand {
  roles?: Role[] | undefined
  permission?: Permission | undefined
  /** The user's role in the product, not in an organization. */
  userRole?: 'admin' | undefined
}

export const isForUser = ({ userRole }: Demand, own: string | undefined): boolean =>
  userRole === undefined || userRole === own

/** Whether roles in an organization decide. */
export const asksForRoles = ({ roles: wanted, permission }: Demand): boolean => (wanted ?? permission) !== undefined

export function maySee(demand: Demand, own: readonly Role[], userRole?: string): boolean {
  const { roles: wanted, permission } = demand
  if (!isForUser(demand, userRole) || (wanted && !wanted.some((role) => own.includes(role)))) return false
  return permission === undefined || hasPermission(own, permission)
}
