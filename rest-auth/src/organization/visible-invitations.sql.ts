import { fixed, sql } from 'database/sql.ts'
import { jsonColumns } from '../columns.sql.ts'
import { invitationSchema } from './entities.ts'
import type { RestList } from '../list/list.sql.ts'
import { rolesOf } from './member-conditions.sql.ts'
import { byTime, type Order } from '../list/order.ts'
import { rolesWith } from './permissions.ts'

const own = rolesOf('caller')
const offered = `string_to_array(replace(coalesce(i."role", ''), ' ', ''), ',')`

/** `canInviteAs` in SQL. */
export const couldInvite = `(${own} && '{${rolesWith('invitation:create').join(',')}}'
  and ('owner' = any (${own}) or not 'owner' = any (${offered})))`

/** Hides ids that would allow privilege escalation: anyone with the invited email can accept. */
export const isVisible = `(${couldInvite} or ${offered} <@ ${own})`

const invitationOrder: Order = {
  keys: [{ column: `(i."status" = 'pending')`, type: 'boolean' }, ...byTime('i', 'expiresAt')],
  descending: true,
}

export const invitationColumns = jsonColumns(invitationSchema, 'i')
const isVisibleHere = `i."organizationId" = o."id" and ${isVisible}`

/** Expects `"organization" o` and `"member" caller`. */
export const visibleInvitations = sql`
    select ${invitationColumns} from "invitation" i where ${fixed(isVisibleHere)}
    order by ${fixed(invitationOrder.keys.map(({ column }) => `${column} desc`).join(', '))}`

/** Expects `"organization" o` and `"member" caller`. */
export const invitationsOfOrganization: RestList = {
  columns: invitationColumns,
  from: sql`"invitation" i`,
  where: isVisibleHere,
  order: invitationOrder,
}
