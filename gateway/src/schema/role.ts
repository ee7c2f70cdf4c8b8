import type { Role } from '../generated/resolvers.ts'

/** The roles by their names on rest-auth's wire. */
const roles: Readonly<Record<string, Role>> = { owner: 'OWNER', admin: 'ADMIN', member: 'MEMBER' }
const single: Readonly<Record<string, Role[]>> = { owner: ['OWNER'], admin: ['ADMIN'], member: ['MEMBER'] }

/** Comma text as rest-auth stores it → roles. A name that this product does not know grants nothing and is left out. */
export function parseRoles(text: string): Role[] {
  return single[text] ?? text.split(',').flatMap((name) => roles[name.trim()] ?? [])
}

/** Roles → the names that rest-auth takes. */
export function roleNames(list: readonly Role[]): string[] {
  return list.map((role) => role.toLowerCase())
}
