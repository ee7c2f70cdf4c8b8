// Not in the facade: what checks and the shell's menu must know of roles is no matter of every page.
export { hasPermission, permissions } from 'rest-auth/permissions'
export { parseStoredRoles, type Role, roles } from 'rest-auth/roles'
