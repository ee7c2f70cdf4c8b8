import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import {
  countMemberships,
  deleteSoleMemberOrganizations,
  lockOrganizationsOfUser,
  lockUserForDeletion,
} from './member.sql.ts'

/** The result stays true until the transaction ends. */
export async function requireNoSoleOwnership(tx: Context, userId: string): Promise<void> {
  const { soleOwnerships } = await lockMemberships(tx, userId)
  if (soleOwnerships > 0) throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
}

/** Locks the memberships until the transaction ends. */
export async function lockMemberships(tx: Context, userId: string): Promise<{ soleOwnerships: number }> {
  const locked = await lockOrganizationsOfUser(tx, userId)
  await lockUserForDeletion(tx, userId)
  const counts = await countMemberships(tx, userId)
  // A membership added between the two locks has an unlocked organization.
  if (counts.all !== locked) throw new ApiError('SERVER_BUSY', { retryAfter: 1 })
  return counts
}

/** False if the user is the only owner of an organization with other members. */
export async function dropOwnOrganizations(tx: Context, userId: string): Promise<boolean> {
  await deleteSoleMemberOrganizations(tx, userId)
  return (await countMemberships(tx, userId)).soleOwnerships === 0
}
