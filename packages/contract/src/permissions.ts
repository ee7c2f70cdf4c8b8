// For checks and the shell's menu. kit does not export it: most pages need none of it.
import { hasPermission, type Permission } from 'rest-auth/permissions'
import type { Role } from 'rest-auth/roles'

export { hasPermission, type Permission, permissions } from 'rest-auth/permissions'
export { parseStoredRoles, type Role, roles } from 'rest-auth/roles'

/** What an entry of a remote.json may ask of who looks; with both, both must hold. */
export interface Demand {
  roles?: Role[] | undefined
  permission?: Permission | undefined
}

/** Whether somebody with these roles in an organization meets it. */
export function maySee({ roles, permission }: Demand, own: readonly Role[]): boolean {
  if (roles && !roles.some((role) => own.includes(role))) return false
  return permission === undefined || hasPermission(own, permission)
}
