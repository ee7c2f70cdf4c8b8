import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { findOwner } from '../proof/known-owner.ts'
import { updateUser } from '../user/user.sql.ts'
import { userRoles, type User } from '../user/user.ts'
import { requireOtherAdministrator } from '../people/last-administrator.ts'

const isRole = (name: string): name is User['role'] => userRoles.some((role) => role === name)

/** better-auth's lists of roles: administrators have the rights of users. */
export function parseRole(given: string | readonly string[]): User['role'] {
  const names = [given].flat().flatMap((one) => one.split(','))
  if (names.length === 0 || !names.every(isRole)) throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE')
  return names.includes('admin') ? 'admin' : 'user'
}

/**
 * Needs the lock of `lockPeople`. Administrators may only resign: otherwise one could demote
 * another, and then do what administrators are protected from.
 */
export async function changeRole(tx: Context, by: User, user: User, role: User['role'], reason: string): Promise<User> {
  if (role !== 'admin' && user.role === 'admin' && user.id !== by.id)
    throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE')
  if (role !== 'admin') await requireOtherAdministrator(tx, user)
  else if (!(await findOwner(tx, user)).isKnown) throw new ApiError('EMAIL_NOT_VERIFIED')
  return setRole(tx, user, role, reason)
}

export async function setRole(tx: Context, user: User, role: User['role'], reason: string): Promise<User> {
  if (user.role === role) return user
  record(tx, 'user.role-changed', { userId: user.id, roles: role, reason })
  return (await updateUser(tx, user.id, { role })) ?? user
}
