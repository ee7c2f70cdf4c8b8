import { firstRow, fixed, hasRow, sql } from 'database/sql.ts'
import { columns } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { invitationSchema, type Invitation } from '../entities.ts'
import { couldInvite, teamIdsText } from './visible-invitations.sql.ts'

export const fields = sql`${columns(invitationSchema.omit({ teamId: true }), 'i')}, ${fixed(teamIdsText)}`

export async function findInvitation({ db }: Context, id: string): Promise<Invitation | null> {
  return firstRow(db.read`select ${fields} from "invitation" i where i."id" = ${id}`)
}

/** It may have expired. */
export async function findPendingInvitation(
  { db }: Context,
  organizationId: string,
  email: string,
): Promise<Invitation | null> {
  // A range, as in `joinCaller`: for an equality PostgreSQL may read all invitations of the email.
  return firstRow(db.read`
    select ${fields} from (
      select * from "invitation" where "status" = 'pending' and ("organizationId", "email") >= (${organizationId}, ${email})
      order by "organizationId", "email" limit 1
    ) i where i."organizationId" = ${organizationId} and i."email" = ${email}`)
}

export async function hasOpenInvitations(
  { db }: Context,
  organizationId: string,
  now: Date,
  count: number,
): Promise<boolean> {
  return hasRow(db.read`
    select 1 from "invitation"
    where "organizationId" = ${organizationId} and ("status" = 'pending') and "expiresAt" > ${now} limit 1 offset ${count - 1}`)
}

export async function insertInvitation({ db }: Context, invitation: Invitation): Promise<void> {
  const [teamId = null, ...moreTeamIds] = teamIdsOf(invitation)
  await db.write`insert into "invitation" ${sql({ ...invitation, teamId, moreTeamIds })}`
}

export const teamIdsOf = ({ teamId }: Pick<Invitation, 'teamId'>): string[] => teamId?.split(',') ?? []

export async function renewInvitation({ db }: Context, invitation: Invitation): Promise<Invitation> {
  const { id, expiresAt, inviterId } = invitation
  await db.write`update "invitation" set ${sql({ expiresAt, inviterId })} where "id" = ${id}`
  return invitation
}

/** Only one of several concurrent calls gets the row. */
export async function closeInvitation(
  { db }: Context,
  id: string,
  status: 'accepted' | 'rejected',
  now: Date,
): Promise<Invitation | null> {
  return firstRow(db.write`
    update "invitation" i set "status" = ${status}
    where i."id" = ${id} and i."status" = 'pending' and i."expiresAt" > ${now} returning ${fields}`)
}

export async function cancelInvitation({ db }: Context, id: string): Promise<Invitation | null> {
  return firstRow(db.write`
    update "invitation" i set "status" = 'canceled' where i."id" = ${id} returning ${fields}`)
}

/** Cancels open invitations that the member's current roles no longer allow. */
export function cancelInvitationsBeyondRoles({ db, now }: Context, memberId: string): Promise<Invitation[]> {
  // `|| ''` avoids the index on the inviter: few invitations are open, but one may have sent many.
  // With a join instead of the subquery, PostgreSQL may read the open ones of all organizations.
  return db.write<Invitation[]>`
    update "invitation" i set "status" = 'canceled' from "member" caller
    where caller."id" = ${memberId} and i."inviterId" || '' = caller."userId"
      and i."organizationId" = (select "organizationId" from "member" where "id" = ${memberId}) and (i."status" = 'pending') and i."expiresAt" > ${now()} and not ${fixed(couldInvite)}
    returning ${fields}`
}

/** The open ones, in organizations that the user belongs to. */
export function findInvitationsBy({ db, now }: Context, userId: string): Promise<Invitation[]> {
  return db.read<Invitation[]>`
    select ${fields} from "invitation" i join "member" m on m."organizationId" = i."organizationId" and m."userId" = i."inviterId"
    where i."inviterId" = ${userId} and i."status" = 'pending' and i."expiresAt" > ${now()}`
}
