import { firstRow, fixed } from 'database/sql.ts'
import { columns } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { hasFactor } from '../../session/second-factor.sql.ts'
import { userSchema, type User } from '../../user/user.ts'
import { rolesOf } from '../member/member-conditions.sql.ts'

/** Whether the member may know who has one: owners and admins. */
export const seesFactors = (member: string): string => `${rolesOf(member)} && '{owner,admin}'`

/** Whether a row of "member" has one or has none, if the condition `isShown` holds. */
export const hasFactorOf = (member: string, wanted: boolean, isShown: string): string =>
  `${isShown} and exists (select from "user" f where f."id" = ${member}."userId" and ${hasFactor('f')} = ${wanted})`

/** A column about a row of "user", null unless `"member" caller` may know. */
export const shownFactor = `case when ${seesFactors('caller')} then ${hasFactor('u')} end as "hasSecondFactor"`

/** Returns the time before. Needs the lock of the organization. */
export async function saveDemand(tx: Context, organizationId: string, time: Date | null): Promise<Date | null> {
  const before = await findDemand(tx, organizationId)
  await tx.db.write`update "organization" set "secondFactorRequiredAt" = ${time} where "id" = ${organizationId}`
  return before?.time ?? null
}

export async function findDemand(
  { db }: Context,
  organizationId: string,
): Promise<{ name: string; time: Date | null } | null> {
  return firstRow(db.read`
    select "name", "secondFactorRequiredAt" as "time" from "organization" where "id" = ${organizationId}`)
}

/** In the order of their ids, after `after`. */
export function findMembersWithoutFactor(
  { db }: Context,
  organizationId: string,
  after: string,
  limit: number,
): Promise<User[]> {
  return db.read<User[]>`
    select ${columns(userSchema, 'u')} from "member" m join "user" u on u."id" = m."userId"
    where m."organizationId" = ${organizationId} and m."userId" > ${after} and not ${fixed(hasFactor('u'))}
    order by m."userId" limit ${limit}`
}
