import type { User } from '../user/user.ts'

/** better-auth's, without those that no administrator has here. */
const statements: Readonly<Record<string, readonly string[]>> = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
  session: ['list', 'revoke', 'delete'],
}

export type Permissions = Readonly<Record<string, readonly string[]>>

export function mayDo({ role }: User, permissions: Permissions): boolean {
  const wanted = Object.entries(permissions)
  const isKnown = ([resource, actions]: (typeof wanted)[number]) =>
    Object.hasOwn(statements, resource) && actions.every((action) => statements[resource]?.includes(action))
  return role === 'admin' && wanted.length > 0 && wanted.every(isKnown)
}
