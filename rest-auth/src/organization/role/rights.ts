import { builtInRights, type Rights } from 'contract/permissions.ts'
import { isOwner } from 'contract/roles.ts'
import { ApiError, type ErrorKey } from '../../errors.ts'

/** Anybody who may give roles may give `member`. */
export const givableByAll: readonly string[] = builtInRights(['member']).permissions

/** The ceiling: nobody gives more than they have, and only owners make owners. In SQL it is `mayGive`. */
export function requireWithin(caller: Rights, given: Rights, otherwise: ErrorKey): void {
  const givable = [...caller.permissions, ...givableByAll]
  const missingPermissions = given.permissions.filter((permission) => !givable.includes(permission))
  if (missingPermissions.length > 0) throw new ApiError(otherwise, { details: { missingPermissions } })
  if (isOwner(given.roles) && !isOwner(caller.roles)) throw new ApiError(otherwise)
}
