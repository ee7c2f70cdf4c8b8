import { firstRow, fixed, type Fragment, sql } from 'database/sql.ts'
import type { Context } from '../../context.ts'
import type { ReceivedInvitation } from '../response-schemas.ts'
import { listColumn, type ListRequest } from '../../list/list.sql.ts'
import { fields } from './invitation.sql.ts'
import { couldInvite, invitationColumns } from './visible-invitations.sql.ts'
import { joinCaller } from '../member/member-conditions.sql.ts'
import { byTime, type Order } from '../../list/order.ts'

/** Empty until the inviter has proved ownership of it. */
export const inviterAddress = `case when u."proved" then u."email" else '' end`
const inviterColumns = `u."name" as "inviterName", ${inviterAddress} as "inviterEmail"`

const received = sql`
  select ${fields}, o."name" as "organizationName", o."slug" as "organizationSlug",
    (select string_agg(t."name", ', ' order by t."id" <> i."teamId", t."name") from "team" t
      where t."organizationId" = o."id" and t."id" = any (i."teamId" || i."moreTeamIds")) as "teamName", ${fixed(inviterColumns)},
    caller."role" as "inviterRole", coalesce(${fixed(couldInvite)}, false) as "canInviterGive"
  from "invitation" i join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"
    ${joinCaller('o."id"', fixed('u."id"'), 'left')}`

export async function findReceivedInvitation({ db }: Context, id: string): Promise<ReceivedInvitation | null> {
  return firstRow(db.read`${received} where i."id" = ${id}`)
}

export const receivedOrder: Order = { keys: byTime('i', 'expiresAt'), descending: true }

/** Invitations `i` to `email` (lower case) whose inviters may still grant the roles. */
export const receivedBy = ({ now }: Context, email: string): Fragment => sql`
  (select i.* from "invitation" i join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"
    ${joinCaller('o."id"', fixed('u."id"'))}
    where i."email" = ${email} and i."status" = 'pending' and i."expiresAt" > ${now()} and ${fixed(couldInvite)}
      and exists (select 1 from "user" me where me."email" = ${email} and me."proved")) i`

export async function listReceivedPage(ctx: Context, email: string, request: ListRequest): Promise<string> {
  const invitations = {
    columns: sql`
      ${invitationColumns}, o."name" as "organizationName", o."slug" as "organizationSlug",
      ${fixed(inviterColumns)}`,
    from: sql`${receivedBy(ctx, email)}
      join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"`,
    where: 'true',
    order: receivedOrder,
  }
  const [found] = await ctx.db.read<{ page: string }[]>`select ${listColumn(invitations, request)} as "page"`
  return found?.page ?? ''
}
