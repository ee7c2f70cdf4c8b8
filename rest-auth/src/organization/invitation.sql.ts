import { fixed, sql, type Fragment } from 'database/sql.ts'
import { columns, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import type { ReceivedInvitation } from './answers.ts'
import { invitationSchema, type Invitation } from './entities.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import { joinCaller, rolesOf } from './member.sql.ts'
import type { Order } from '../list/order.ts'
import { rolesWith } from './permissions.ts'

const fields = columns(invitationSchema, 'i')

const own = rolesOf('caller')
const offered = `string_to_array(replace(coalesce(i."role", ''), ' ', ''), ',')`

/** Whether `"member" caller` could create `"invitation" i` now: `canInviteAs` in SQL. */
const couldInvite = `(${own} && '{${rolesWith('invitation:create').join(',')}}'
  and ('owner' = any (${own}) or not 'owner' = any (${offered})))`

/**
 * Whether `"member" caller` may see `"invitation" i`: could have created it, or has roles that cover its roles. To
 * others its id would be a way up: whoever signs up under the invited address can accept it.
 */
export const isVisible = `(${offered} <@ ${own} or ${couldInvite})`

export const invitationOrder: Order = {
  keys: [
    { column: `(i."status" = 'pending')`, type: 'boolean' },
    { column: 'i."expiresAt"', type: 'timestamptz' },
    { column: 'i."id"', type: 'text' },
  ],
  descending: true,
}

const invitationColumns = jsonColumns(invitationSchema, 'i')
const isVisibleHere = `i."organizationId" = o."id" and ${isVisible}`

/** The invitations to `"organization" o` that `"member" caller` may see, in their order. */
export const visibleInvitations = sql`
    select ${invitationColumns} from "invitation" i where ${fixed(isVisibleHere)}
    order by ${fixed(invitationOrder.keys.map(({ column }) => `${column} desc`).join(', '))}`

/** A page of what this member may see of the invitations, for `sendList`; null for those who are no members. */
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

/** The address of `"user" u`, only while the inviter's ownership of it is proved. */
export const inviterAddress = `case when u."proved" then u."email" else '' end`
const inviterColumns = `u."name" as "inviterName", ${inviterAddress} as "inviterEmail"`

const received = sql`
  select ${fields}, o."name" as "organizationName", o."slug" as "organizationSlug", 
    t."name" as "teamName", ${fixed(inviterColumns)}, caller."role" as "inviterRole"
  from "invitation" i join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"
    ${joinCaller('o."id"', fixed('u."id"'), 'left')}
    left join "team" t on t."id" = i."teamId" and t."organizationId" = o."id"`

export async function findReceivedInvitation({ db }: Context, id: string): Promise<ReceivedInvitation | null> {
  const [found] = await db.read<ReceivedInvitation[]>`${received} where i."id" = ${id}`
  return found ?? null
}

export const receivedOrder: Order = {
  keys: [
    { column: 'i."expiresAt"', type: 'timestamptz' },
    { column: 'i."id"', type: 'text' },
  ],
  descending: true,
}

/**
 * The invitations that `email` (lower case) can accept now, as `i`: whoever invited still could. None until ownership of the address is
 * proved: else anybody who signed up with it could read their ids.
 */
export const receivedBy = ({ now }: Context, email: string): Fragment => sql`
  (select i.* from "invitation" i join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"
    ${joinCaller('o."id"', fixed('u."id"'))}
    where i."email" = ${email} and i."status" = 'pending' and i."expiresAt" > ${now()} and ${fixed(couldInvite)}
      and exists (select 1 from "user" me where me."email" = ${email} and me."proved")) i`

export async function listReceivedPage(ctx: Context, email: string, request: ListRequest): Promise<string> {
  const { db } = ctx
  const invitations = {
    columns: sql`
      ${invitationColumns}, o."name" as "organizationName", o."slug" as "organizationSlug",
      ${fixed(inviterColumns)}`,
    from: sql`${receivedBy(ctx, email)}
      join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"`,
    where: 'true',
    order: receivedOrder,
  }
  const [found] = await db.read<{ page: string }[]>`select ${listColumn(invitations, request)} as "page"`
  return found?.page ?? ''
}

export async function findInvitation({ db }: Context, id: string): Promise<Invitation | null> {
  const [found] = await db.read<Invitation[]>`select ${fields} from "invitation" i where i."id" = ${id}`
  return found ?? null
}

/** The pending invitation of an address; there is at most one, which may have expired. */
export async function findPendingInvitation(
  { db }: Context,
  organizationId: string,
  email: string,
): Promise<Invitation | null> {
  // As a place in its index, as `joinCaller`: asked for by equality, PostgreSQL may walk all that the address has been sent.
  const [found] = await db.read<Invitation[]>`
    select ${fields} from (
      select * from "invitation" where "status" = 'pending' and ("organizationId", "email") >= (${organizationId}, ${email})
      order by "organizationId", "email" limit 1
    ) i where i."organizationId" = ${organizationId} and i."email" = ${email}`
  return found ?? null
}

/** Whether so many invitations to this organization are open at `now`. */
export async function hasOpenInvitations(
  { db }: Context,
  organizationId: string,
  now: Date,
  count: number,
): Promise<boolean> {
  const rows = await db.read`
    select 1 from "invitation"
    where "organizationId" = ${organizationId} and ("status" = 'pending') and "expiresAt" > ${now} limit 1 offset ${count - 1}`
  return rows.length > 0
}

export async function insertInvitation({ db }: Context, invitation: Invitation): Promise<void> {
  await db.write`insert into "invitation" ${sql({ ...invitation })}`
}

export async function renewInvitation({ db }: Context, invitation: Invitation): Promise<Invitation> {
  const { id, expiresAt, inviterId } = invitation
  await db.write`update "invitation" set ${sql({ expiresAt, inviterId })} where "id" = ${id}`
  return invitation
}

/** Takes an open invitation, once: of many at a time one gets the row, the others null. */
export async function closeInvitation(
  { db }: Context,
  id: string,
  status: 'accepted' | 'rejected',
  now: Date,
): Promise<Invitation | null> {
  const [found] = await db.write<Invitation[]>`
    update "invitation" i set "status" = ${status}
    where i."id" = ${id} and i."status" = 'pending' and i."expiresAt" > ${now} returning ${fields}`
  return found ?? null
}

export async function cancelInvitation({ db }: Context, id: string): Promise<Invitation | null> {
  const [found] = await db.write<Invitation[]>`
    update "invitation" i set "status" = 'canceled' where i."id" = ${id} returning ${fields}`
  return found ?? null
}

/**
 * Withdraws the open invitations of a member that the member's roles of now would not allow. Sought among those that are open, of
 * which an organization has few, not among all that the member ever sent.
 */
export async function cancelInvitationsBeyondRoles({ db, now }: Context, memberId: string): Promise<void> {
  await db.write`
    update "invitation" i set "status" = 'canceled' from "member" caller
    where caller."id" = ${memberId} and i."organizationId" = caller."organizationId" and i."inviterId" || '' = caller."userId"
      and (i."status" = 'pending') and i."expiresAt" > ${now()} and not ${fixed(couldInvite)}`
}
