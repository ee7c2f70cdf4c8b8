import { fixed, sql } from 'database/sql.ts'
import { jsonColumnsText } from '../../columns.sql.ts'
import { invitationSchema } from '../entities.ts'
import type { RestList } from '../../list/list.sql.ts'
import { rolesOf } from '../member/member-conditions.sql.ts'
import type { Order } from '../../list/order.ts'
import { may, mayGive } from '../role/rights.sql.ts'

const own = rolesOf('caller')
const offered = `string_to_array(replace(coalesce(i."role", ''), ' ', ''), ',')`

/** `invitationPolicy.create` in SQL. The subquery runs once for all invitations. */
export const couldInvite = `((select ${may('caller', 'invitation:create')}) and ${mayGive('caller', offered)})`

/** Never more than the caller's own roles, unless the caller could have sent it. */
export const isVisible = `(${offered} <@ ${own} or ${couldInvite})`

/** No call accepts it. Orders lists as well, because cursors contain it. */
export const standInId = `left(encode(sha256(convert_to(i."id", 'UTF8')), 'hex'), 32)`

/** The real id takes the invited person's seat, so only callers who may invite or cancel get it. */
export const shownId = (isDelegated = false): string =>
  isDelegated
    ? standInId
    : `case when (select ${may('caller', 'invitation:create', 'invitation:cancel')}) then i."id" else ${standInId} end`

const invitationOrder: Order = {
  keys: [
    { column: `(i."status" = 'pending')`, type: 'boolean' },
    { column: 'i."expiresAt"', type: 'timestamptz' },
    { column: standInId, type: 'text' },
  ],
  descending: true,
}

/** All teams, separated by commas as in better-auth. */
export const teamIdsText = `nullif(concat_ws(',', i."teamId", nullif(array_to_string(i."moreTeamIds", ','), '')), '') as "teamId"`

const otherColumns = jsonColumnsText(invitationSchema, 'i', ['id', 'teamId'])
/** With the real id: for recipients. */
export const invitationColumns = fixed(`i."id", ${otherColumns}, ${teamIdsText}`)
const listedColumns = fixed(`${shownId()} as "id", ${otherColumns}, ${teamIdsText}`)
const isVisibleHere = `i."organizationId" = o."id" and ${isVisible}`

/** Expects `"organization" o` and `"member" caller`. */
export const visibleInvitations = sql`
    select ${listedColumns} from "invitation" i where ${fixed(isVisibleHere)}
    order by ${fixed(invitationOrder.keys.map(({ column }) => `${column} desc`).join(', '))}`

/** Expects `"organization" o` and `"member" caller`. */
export const invitationsOfOrganization: RestList = {
  columns: listedColumns,
  from: sql`"invitation" i`,
  where: isVisibleHere,
  order: invitationOrder,
}
