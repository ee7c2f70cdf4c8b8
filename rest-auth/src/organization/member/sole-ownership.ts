import { fixed, onlyRow } from 'database/sql.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { record, writeRecorded } from '../../journal/journal.ts'
import { hasRole } from './member-conditions.sql.ts'

/** A condition on the membership `m`. */
export const isOnlyOwner = fixed(`
  ${hasRole('m', 'owner')} and not exists (
    select from "member" other where other."organizationId" = m."organizationId" and other."id" <> m."id"
      and ${hasRole('other', 'owner')})`)

export async function findSoleOwnerships({ db }: Context, userId: string): Promise<{ name: string; slug: string }[]> {
  return db.read`
    select o."name", o."slug" from "member" m join "organization" o on o."id" = m."organizationId"
    where m."userId" = ${userId} and ${isOnlyOwner} order by o."name", o."id" limit 100`
}

function countMemberships({ db }: Context, userId: string): Promise<{ all: number; soleOwnerships: number }> {
  return onlyRow(db.read`
    select count(*)::int as "all", (count(*) filter (where ${isOnlyOwner}))::int as "soleOwnerships"
    from "member" m where m."userId" = ${userId}`)
}

/** The result stays true until the transaction ends. */
export async function requireNoSoleOwnership(tx: Context, userId: string): Promise<void> {
  const { soleOwnerships } = await lockMemberships(tx, userId)
  if (soleOwnerships > 0) throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
}

/** Locks the memberships until the transaction ends. */
export async function lockMemberships(tx: Context, userId: string): Promise<{ soleOwnerships: number }> {
  // In a fixed order to avoid deadlocks.
  const { count } = await tx.db.write`
    select 1 from "organization" where "id" in (select "organizationId" from "member" where "userId" = ${userId})
    order by "id" for no key update`
  // Blocks new rows that refer to the user, such as memberships.
  await tx.db.write`select 1 from "user" where "id" = ${userId} for update`
  const counts = await countMemberships(tx, userId)
  // A membership added between the two locks has an unlocked organization.
  if (counts.all !== count) throw new ApiError('SERVER_BUSY', { retryAfter: 1 })
  return counts
}

/** False if the user is the only owner of an organization with other members. */
export async function dropOwnOrganizations(tx: Context, userId: string): Promise<boolean> {
  const own = await tx.db.read<{ id: string }[]>`
    select "id" from "organization"
    where "memberCount" = 1 and "id" in (select "organizationId" from "member" where "userId" = ${userId})`
  for (const { id: organizationId } of own) record(tx, 'organization.deleted', { organizationId, userId })
  await writeRecorded(tx)
  await tx.db.write`delete from "organization" where "id" = any(${own.map(({ id }) => id)})`
  return (await countMemberships(tx, userId)).soleOwnerships === 0
}
