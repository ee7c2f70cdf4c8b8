import { Role } from '../generated/types.ts'

const rolesByName: ReadonlyMap<string, Role> = new Map(Object.values(Role).map((role) => [role.toLowerCase(), role]))

/** Comma text as rest-auth stores it → roles. A name that this product does not know grants nothing and is left out. */
export function parseRoles(text: string): Role[] {
  const single = rolesByName.get(text) // nearly every member has one, and members come by the hundred
  return single ? [single] : text.split(',').flatMap((name) => rolesByName.get(name.trim()) ?? [])
}

/** Roles → the names that rest-auth takes. */
export function roleNames(roles: readonly Role[]): string[] {
  return roles.map((role) => role.toLowerCase())
}
