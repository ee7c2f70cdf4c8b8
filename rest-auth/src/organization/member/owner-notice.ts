import { fixed, sql } from 'database/sql.ts'
import { columns } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { emailUser } from '../../mail/outbox.ts'
import { userSchema, type User } from '../../user/user.ts'
import { hasRole } from './member-conditions.sql.ts'

type Person = Pick<User, 'id' | 'name' | 'email'>

interface Loss {
  /** Is not an owner any more afterwards. */
  readonly owner: Person
  readonly by: Person
  /** By default all of the owner's. */
  readonly organizationId?: string
  /** Whether the one who is lost gets this email, too, rather than another one. */
  readonly isOwnerTold: boolean
}

/** Emails all owners, before one is lost. */
export async function notifyOwnersOfLoss(tx: Context, loss: Loss): Promise<void> {
  const { owner, by, organizationId, isOwnerTold } = loss
  for (const { organizationName, slug: _, ...user } of await findCoOwners(tx, owner.id, organizationId)) {
    if (user.id === owner.id && !isOwnerTold) continue
    await emailUser(tx, user, 'ownerLost', { organizationName, person: labelOf(owner), by: labelOf(by) })
  }
}

/** Emails all owners, before the organization is deleted. */
export async function notifyOwnersOfDeletion(tx: Context, organizationId: string, by: User): Promise<void> {
  for (const { organizationName, slug: _, ...user } of await findOwners(tx, organizationId))
    await emailUser(tx, user, 'organizationDeleted', { organizationName, by: labelOf(by) })
}

const labelOf = ({ name, email }: Person): string => name || email

export const findOwners = (tx: Context, organizationId: string) => findCoOwners(tx, null, organizationId)

/** The owners of the organizations that the user owns, including the user. Null: of `organizationId`. */
async function findCoOwners(
  { db }: Context,
  userId: string | null,
  organizationId: string | undefined,
): Promise<(User & { organizationName: string; slug: string })[]> {
  return db.read`
    select ${columns(userSchema, 'u')}, o."name" as "organizationName", o."slug"
    from "member" m join "organization" o on o."id" = m."organizationId"
      join "member" other on other."organizationId" = o."id" join "user" u on u."id" = other."userId"
    where m."userId" = ${userId === null ? fixed('other."userId"') : sql`${userId}`} and ${fixed(`${hasRole('m', 'owner')} and ${hasRole('other', 'owner')}`)}
      ${organizationId === undefined ? sql`` : sql`and o."id" = ${organizationId}`}
    order by o."id", u."id"`
}
