import { z } from 'zod'
import { later, type Context } from '../../context.ts'
import { randomId } from '../../crypto/random.ts'
import { ApiError } from '../../errors.ts'
import { secondsUntilNext, takeFrom, type Budget } from '../../mail/budget.sql.ts'
import { firstInvitationBudget, installationBudget, inviterBudget } from '../../mail/budget.ts'
import { queueEmail } from '../../mail/outbox.ts'
import { countAbove } from '../../rate-limit/rate-limit.ts'
import type { ActiveSession } from '../../session/session.ts'
import { newEmailSchema } from '../../user/email.ts'
import { findUserByEmail, findUserById, isOwnershipProved } from '../../user/user.sql.ts'
import { isKey, lockProven, type Actor } from '../actor.ts'
import type { User } from '../../user/user.ts'
import type { SentInvitation } from '../response-schemas.ts'
import type { Invitation } from '../entities.ts'
import { aboutInvitation, invitationToken } from './invitation-token.ts'
import { invitationPolicy } from '../policies.ts'
import {
  cancelInvitation as cancel,
  findInvitation,
  findPendingInvitation,
  hasOpenInvitations,
  insertInvitation,
  renewInvitation,
  teamIdsOf,
} from './invitation.sql.ts'
import { listReceivedPage } from './received-invitation.sql.ts'
import type { ListRequest } from '../../list/list.sql.ts'
import { requireNames } from '../member/member.ts'
import { findFirstOwner, findMemberByEmail } from '../member/member.sql.ts'
import { changeAsMember, type Scope } from '../membership.ts'
import { findOrganization } from '../organization.sql.ts'
import { readRights, requireRoles } from '../role/role.sql.ts'
import { requireWithin } from '../role/rights.ts'
import type { Rights } from 'contract/permissions.ts'
import { isOwner, roleNames, rolesText } from 'contract/roles.ts'
import { findTeams } from '../team/team.sql.ts'
import { record } from '../../journal/journal.ts'

/** The default page size, so that a list shows all open ones. */
export const maxOpenInvitations = 100

export const inviteBody = z.object({
  email: newEmailSchema,
  role: z.union([z.string(), z.array(z.string())]),
  organizationId: z.string().optional(),
  teamId: z.union([z.string(), z.array(z.string()).max(100)]).optional(),
  resend: z.boolean().optional(),
})
type InviteInput = z.infer<typeof inviteBody>

/** `resend` renews the open invitation if roles and team stay the same. */
export function inviteMember(ctx: Context, scope: Scope, input: InviteInput): Promise<SentInvitation> {
  const { actor, organizationId } = scope
  const wanted = requireNames(input.role)
  return changeAsMember(ctx, scope, invitationPolicy.create, async (tx, authorize, caller) => {
    authorize(wanted)
    requireWithin(caller, await requireRoles(tx, organizationId, wanted), beyondRights)
    if (await findMemberByEmail(tx, organizationId, input.email))
      throw new ApiError('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    const teamIds = [...new Set([input.teamId ?? []].flat())]
    if (teamIds.some((id) => id.includes(','))) throw new ApiError('INVALID_TEAM_ID')
    if ((await findTeams(tx, organizationId, teamIds)).length < teamIds.length) throw new ApiError('TEAM_NOT_FOUND')
    if (isOwner(wanted)) await lockProven(tx, actor)
    const inviter = await inviterOf(tx, scope)
    const draft = {
      id: randomId(),
      organizationId,
      email: input.email,
      role: rolesText(wanted),
      teamId: teamIds.length > 0 ? teamIds.join() : null,
      status: 'pending' as const,
      expiresAt: later(ctx, ctx.config.INVITATION_EXPIRES_IN),
      createdAt: ctx.now(),
      inviterId: inviter.id,
    }
    const invitation = await saveInvitation(tx, caller, draft, input)
    const isEmailSent = await queueInvitationEmail(tx, inviter, invitation)
    record(tx, 'invitation.sent', { ...aboutInvitation(invitation), roles: draft.role })
    return isEmailSent ? invitation : { ...invitation, emailSent: false as const }
  })
}

/** For a key of the organization, its first owner: the recipient must know a person who vouches for it. */
async function inviterOf(tx: Context, { actor, organizationId }: Scope): Promise<User> {
  if (!isKey(actor)) return actor.user
  const inviter = await (actor.userId === null ? findFirstOwner(tx, organizationId) : findUserById(tx, actor.userId))
  if (!inviter) throw new ApiError('MEMBER_NOT_FOUND')
  return inviter
}

const beyondRights = 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'

async function saveInvitation(
  tx: Context,
  inviter: Rights,
  draft: Invitation,
  input: InviteInput,
): Promise<Invitation> {
  const pending = await findPendingInvitation(tx, draft.organizationId, draft.email)
  if (pending && pending.expiresAt > tx.now()) {
    if (!input.resend) throw new ApiError('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION')
    requireWithin(inviter, await readRights(tx, draft.organizationId, roleNames(pending.role)), beyondRights)
    const isSame = pending.role === draft.role && (input.teamId === undefined || pending.teamId === draft.teamId)
    if (isSame) return renewInvitation(tx, { ...pending, inviterId: draft.inviterId, expiresAt: draft.expiresAt })
    record(tx, 'invitation.canceled', aboutInvitation(pending))
  }
  // Its id may be known to others, so it must not gain higher roles.
  if (pending) await cancel(tx, pending.id)
  if (await hasOpenInvitations(tx, draft.organizationId, tx.now(), maxOpenInvitations)) {
    throw new ApiError('INVITATION_LIMIT_REACHED', { details: { limit: maxOpenInvitations } })
  }
  await insertInvitation(tx, draft)
  return draft
}

/** Returns false if the recipient has received too many emails. */
async function queueInvitationEmail(tx: Context, inviter: User, invitation: Invitation): Promise<boolean> {
  const organization = await findOrganization(tx, invitation.organizationId)
  const recipient = await findUserByEmail(tx, invitation.email)
  const teams = await findTeams(tx, invitation.organizationId, teamIdsOf(invitation))
  const url = `${tx.config.AUTH_URL}/accept-invitation/${invitation.id}?token=${invitationToken(tx, invitation)}`
  const isProved = await isOwnershipProved(tx, inviter.id)
  const isTrustedAfter = (seconds: number) =>
    isProved && organization !== null && later(tx, -seconds) >= organization.createdAt
  const [own, all] = [inviterBudget(tx, inviter), installationBudget(tx)]
  if (!(await takeSlot(tx, own))) throw await tooManyInvitations(tx, own)
  if (!(await takeSlot(tx, all))) {
    countAbove('invitations')
    if (!isTrustedAfter(7 * 86_400)) throw await tooManyInvitations(tx, all)
  }
  const mail = {
    to: invitation.email,
    userId: null,
    template: 'invitation' as const,
    data: {
      url,
      organizationName: organization?.name ?? '',
      inviterName: inviter.name,
      inviterEmail: inviter.emailVerified ? inviter.email : '',
      role: invitation.role ?? '',
      team: teams.map(({ name }) => name).join(', '),
      time: invitation.expiresAt.toISOString(),
    },
    language: recipient?.language ?? inviter.language,
  }
  const isFirst =
    isTrustedAfter(86_400) && (await queueEmail(tx, mail, firstInvitationBudget(invitation.organizationId, mail.to)))
  return isFirst || queueEmail(tx, mail)
}

const takeSlot = async (tx: Context, budget: Budget) => (await tx.db.write`${takeFrom(tx, budget)}`).length > 0

const tooManyInvitations = async (tx: Context, budget: Budget) =>
  new ApiError('TOO_MANY_INVITATIONS', { retryAfter: await secondsUntilNext(tx, budget) })

export async function cancelInvitation(ctx: Context, actor: Actor, id: string): Promise<Invitation> {
  const found = await findInvitation(ctx, id)
  if (!found) throw new ApiError('INVITATION_NOT_FOUND')
  const { organizationId } = found
  return changeAsMember(ctx, { actor, organizationId }, invitationPolicy.cancel, async (tx, authorize) => {
    authorize()
    const before = await findInvitation(tx, id)
    const invitation = await cancel(tx, id)
    if (!invitation) throw new ApiError('INVITATION_NOT_FOUND')
    if (before?.status !== 'canceled') record(tx, 'invitation.canceled', aboutInvitation(invitation))
    return invitation
  })
}

/** Found by email, so ownership must be proved. */
export async function listUserInvitations(
  ctx: Context,
  { user }: ActiveSession,
  request: ListRequest,
): Promise<string> {
  if (!(await isOwnershipProved(ctx, user.id)))
    throw new ApiError('EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS')
  return listReceivedPage(ctx, user.email, request)
}
