import { fixed, sql } from 'database/sql.ts'
import { jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { invitationSchema } from './entities.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import { joinCaller, rolesOf } from './member-conditions.sql.ts'
import type { Order } from '../list/order.ts'
import { rolesWith } from './permissions.ts'

const own = rolesOf('caller')
const offered = `string_to_array(replace(coalesce(i."role", ''), ' ', ''), ',')`

/** `canInviteAs` in SQL. */
export const couldInvite = `(${own} && '{${rolesWith('invitation:create').join(',')}}'
  and ('owner' = any (${own}) or not 'owner' = any (${offered})))`

/** Hides ids that would allow privilege escalation: anyone with the invited email can accept. */
export const isVisible = `(${offered} <@ ${own} or ${couldInvite})`

export const invitationOrder: Order = {
  keys: [
    { column: `(i."status" = 'pending')`, type: 'boolean' },
    { column: 'i."expiresAt"', type: 'timestamptz' },
    { column: 'i."id"', type: 'text' },
  ],
  descending: true,
}

export const invitationColumns = jsonColumns(invitationSchema, 'i')
const isVisibleHere = `i."organizationId" = o."id" and ${isVisible}`

/** Expects `"organization" o` and `"member" caller`. */
export const visibleInvitations = sql`
    select ${invitationColumns} from "invitation" i where ${fixed(isVisibleHere)}
    order by ${fixed(invitationOrder.keys.map(({ column }) => `${column} desc`).join(', '))}`

/** Null if the user is not a member. */
export async function listInvitationsPage(
  { db }: Context,
  organizationId: string,
  userId: string,
  request: ListRequest,
): Promise<string | null> {
  const invitations = {
    columns: invitationColumns,
    from: sql`"invitation" i`,
    where: isVisibleHere,
    order: invitationOrder,
  }
  const [found] = await db.read<{ page: string }[]>`
    select ${listColumn(invitations, request)} as "page"
    from "organization" o ${joinCaller('o."id"', sql`${userId}`)} where o."id" = ${organizationId}`
  return found?.page ?? null
}
