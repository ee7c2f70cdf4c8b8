import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import {
  countMemberships,
  deleteOrganizationsOfNobodyElse,
  lockOrganizationsOfUser,
  lockUserForDeletion,
} from './member.sql.ts'

/**
 * For the deletion of an account, in its transaction: throws while the user is the only owner of an organization, and
 * keeps it so until the transaction ends. Memberships and invitations then go with the user's row.
 */
export async function requireNoSoleOwnership(tx: Context, userId: string): Promise<void> {
  const { soleOwnerships } = await holdMemberships(tx, userId)
  if (soleOwnerships > 0) throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
}

/** Counts the memberships of a user, and keeps them so until the transaction ends. Throws SERVER_BUSY when one came just now. */
export async function holdMemberships(tx: Context, userId: string): Promise<{ soleOwnerships: number }> {
  const locked = await lockOrganizationsOfUser(tx, userId)
  await lockUserForDeletion(tx, userId)
  const counts = await countMemberships(tx, userId)
  // A membership that came between the two locks is in an organization that could lose its other owner meanwhile.
  if (counts.all !== locked) throw new ApiError('SERVER_BUSY', { retryAfter: 1 })
  return counts
}

/** Deletes the organizations that have no other member. False: others depend on the user as the only owner of theirs. */
export async function dropOwnOrganizations(tx: Context, userId: string): Promise<boolean> {
  await deleteOrganizationsOfNobodyElse(tx, userId)
  return (await countMemberships(tx, userId)).soleOwnerships === 0
}
