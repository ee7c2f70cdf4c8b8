import { builtInRights, type Rights } from 'contract/permissions.ts'
import { isOwner } from 'contract/roles.ts'
import { ApiError, type ErrorKey } from '../../errors.ts'

/** Anybody who may give roles may give `member`. */
const givableByAll: readonly string[] = builtInRights(['member']).permissions

/** Begins a scope among the roles of a key. No role has it. */
export const scopeMark = '='

/** `mf-invoices@key:approve` is the grant of a remote that is unpublished now. */
export const withoutKey = (name: string): string => name.replace(/@[^:]*/, '')

/**
 * The ceiling: nobody gives more than they have, and only owners make owners. Owners have all, also
 * what is unpublished now. In SQL it is `mayGive`.
 */
export function requireWithin(caller: Rights, given: Rights, otherwise: ErrorKey): void {
  const mayGive = (name: string) =>
    caller.permissions.includes(name) || givableByAll.includes(name) || (isOwner(caller.roles) && name.includes('@'))
  const missingPermissions = given.permissions.filter((name) => !mayGive(name)).map(withoutKey)
  if (missingPermissions.length > 0) throw new ApiError(otherwise, { details: { missingPermissions } })
  if (isOwner(given.roles) && !isOwner(caller.roles)) throw new ApiError(otherwise)
}
