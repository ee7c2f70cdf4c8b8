// Not exported by kit, because most pages do not need it.
import { hasPermission, type Permission } from 'rest-auth/permissions'
import type { Role } from 'rest-auth/roles'

export { hasPermission, type Permission, permissions } from 'rest-auth/permissions'
export { parseStoredRoles, type Role, roles } from 'rest-auth/roles'

/** If both are set, both must hold. */
export interface Demand {
  roles?: Role[] | undefined
  permission?: Permission | undefined
}

export function maySee({ roles, permission }: Demand, own: readonly Role[]): boolean {
  if (roles && !roles.some((role) => own.includes(role))) return false
  return permission === undefined || hasPermission(own, permission)
}
