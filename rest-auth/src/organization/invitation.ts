import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { hmac, isSignature } from '../crypto/signed-value.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { secondsUntilNext, takeFrom } from '../mail/budget.sql.ts'
import { inviterBudget } from '../mail/budget.ts'
import { queueMail } from '../mail/outbox.ts'
import { holdProof } from '../session/session-guard.ts'
import { setActiveOrganization } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { newEmailSchema } from '../user/email.ts'
import { findUserByEmail, isOwnershipProved, markEmailVerified, markOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { provesOwnership } from '../verification/verify-email.ts'
import type { MailedInvitation, ReceivedInvitation, SentInvitation } from './answers.ts'
import type { Invitation, Member } from './entities.ts'
import {
  cancelInvitation as cancel,
  closeInvitation,
  findInvitation,
  findPendingInvitation,
  findReceivedInvitation,
  hasOpenInvitations,
  insertInvitation,
  listInvitationsPage,
  listReceivedPage,
  renewInvitation,
} from './invitation.sql.ts'
import type { ListRequest } from '../list/list.sql.ts'
import { countMembers, findMemberByEmail, findMemberOfUser, lockOrganization } from './member.sql.ts'
import { joinOrganization, requireMembership, type Membership } from './member.ts'
import { findOrganization } from './organization.sql.ts'
import { canInviteAs, hasPermission } from './permissions.ts'
import { isOwner, parseRoles, parseStoredRoles, rolesText } from './roles.ts'
import { findTeam } from './team.sql.ts'
import { securityEvent } from '../security-event.ts'

/** A list has as many at most, so all open ones are among them. */
const openInvitationLimit = 100

export const inviteBody = z.object({
  email: newEmailSchema,
  role: z.union([z.string(), z.array(z.string())]),
  organizationId: z.string().optional(),
  teamId: z.string().optional(),
  resend: z.boolean().optional(),
})
type InviteInput = z.infer<typeof inviteBody>

/**
 * Invites an address, which has one open invitation at most, and queues the email as far as the mailbox's budget allows.
 * `resend` renews the open one if roles and team stay as they are. Otherwise a new one takes its place: an id that was listed
 * to people whom the old roles did not raise must not come to carry higher ones.
 */
export function inviteMember(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
  input: InviteInput,
): Promise<SentInvitation> {
  const wanted = parseRoles(input.role)
  if (!wanted) throw new ApiError('ROLE_NOT_FOUND')
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const caller = await requireMembership(tx, organizationId, active.user.id, 'MEMBER_NOT_FOUND')
    if (!hasPermission(caller.roles, 'invitation:create'))
      throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION')
    if (!canInviteAs(caller.roles, wanted)) throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE')
    if (await findMemberByEmail(tx, organizationId, input.email))
      throw new ApiError('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
    if (input.teamId !== undefined && !(await findTeam(tx, organizationId, input.teamId)))
      throw new ApiError('TEAM_NOT_FOUND')
    if (isOwner(wanted)) await holdProof(tx, active.session)
    const draft = {
      id: randomId(),
      organizationId,
      email: input.email,
      role: rolesText(wanted),
      teamId: input.teamId ?? null,
      status: 'pending' as const,
      expiresAt: new Date(ctx.now().getTime() + ctx.config.INVITATION_EXPIRES_IN * 1000),
      inviterId: active.user.id,
    }
    const invitation = await saveInvitation(tx, caller, draft, input)
    const isEmailSent = await queueInvitationMail(tx, active.user, invitation)
    securityEvent(tx, 'invitation.sent', { organizationId, roles: draft.role })
    return isEmailSent ? invitation : { ...invitation, emailSent: false as const }
  })
}

async function saveInvitation(
  tx: Context,
  caller: Membership,
  draft: Invitation,
  input: InviteInput,
): Promise<Invitation> {
  const pending = await findPendingInvitation(tx, draft.organizationId, draft.email)
  if (pending && pending.expiresAt > tx.now()) {
    if (!input.resend) throw new ApiError('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION')
    if (!canInviteAs(caller.roles, parseStoredRoles(pending.role))) {
      throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE')
    }
    const isSame = pending.role === draft.role && (input.teamId === undefined || pending.teamId === draft.teamId)
    if (isSame) return renewInvitation(tx, { ...pending, inviterId: draft.inviterId, expiresAt: draft.expiresAt })
  }
  if (pending) await cancel(tx, pending.id)
  if (await hasOpenInvitations(tx, draft.organizationId, tx.now(), openInvitationLimit)) {
    throw new ApiError('INVITATION_LIMIT_REACHED', { details: { limit: openInvitationLimit } })
  }
  await insertInvitation(tx, draft)
  return draft
}

/** False: the invited mailbox has had too many emails. Throws TOO_MANY_INVITATIONS when the inviter has sent too many. */
async function queueInvitationMail(tx: Context, inviter: User, invitation: Invitation): Promise<boolean> {
  const organization = await findOrganization(tx, invitation.organizationId)
  const recipient = await findUserByEmail(tx, invitation.email)
  const url = `${tx.config.AUTH_URL}/accept-invitation/${invitation.id}?token=${invitationToken(tx, invitation)}`
  const budget = inviterBudget(tx, inviter)
  if ((await tx.db.write`${takeFrom(tx, budget)}`).length === 0) {
    throw new ApiError('TOO_MANY_INVITATIONS', { retryAfter: await secondsUntilNext(tx, budget) })
  }
  return queueMail(tx, {
    to: invitation.email,
    userId: null,
    template: 'invitation',
    data: {
      url,
      organizationName: organization?.name ?? '',
      inviterName: inviter.name,
      role: invitation.role ?? '',
      time: invitation.expiresAt.toISOString(),
    },
    language: recipient?.language ?? inviter.language,
  })
}

const tokenText = (invitation: Pick<Invitation, 'id' | 'email'>) => `${invitation.id}:${invitation.email}`
const tokenSecrets = (ctx: Context) => deriveSecrets(ctx.config.secrets, 'invitation')

/** Only the mailed link carries it, so its holder reads the invited mailbox. Valid while the invitation is open. */
const invitationToken = (ctx: Context, invitation: Invitation): string =>
  hmac(tokenSecrets(ctx)[0], tokenText(invitation), 'base64url')

const isTokenOf = (ctx: Context, invitation: Pick<Invitation, 'id' | 'email'>, token: string): boolean =>
  isSignature(tokenSecrets(ctx), tokenText(invitation), token, 'base64url')

/**
 * Returns an invitation and its status to the holder of the mailed link. An unknown id and a wrong token look alike. The inviter
 * is named only while it is open: a link works for ever, and an old one must not reveal somebody's present name.
 */
export async function readMailedInvitation(ctx: Context, id: string, token: string): Promise<MailedInvitation> {
  const invitation = await findReceivedInvitation(ctx, id)
  if (!isTokenOf(ctx, invitation ?? { id, email: '' }, token) || !invitation)
    throw new ApiError('OPEN_INVITATION_NOT_FOUND')
  const status = await statusOf(ctx, invitation)
  const isOpen = status === 'pending' || status === 'full'
  return { ...invitation, status, ...(!isOpen && { inviterName: '', inviterEmail: '' }) }
}

async function statusOf(ctx: Context, invitation: ReceivedInvitation): Promise<MailedInvitation['status']> {
  const { status, organizationId, email } = invitation
  if (status !== 'pending') return status
  if (invitation.expiresAt <= ctx.now()) return 'expired'
  if (!canInviterGive(invitation)) return 'lapsed'
  const isFull = (await countMembers(ctx, organizationId)) >= ctx.config.ORGANIZATION_MEMBERSHIP_LIMIT
  return isFull && !(await findMemberByEmail(ctx, organizationId, email)) ? 'full' : 'pending'
}

/** Whether the inviter is a member whose roles of now allow it. */
const canInviterGive = ({ inviterRole, role }: ReceivedInvitation): boolean =>
  inviterRole !== null && canInviteAs(parseStoredRoles(inviterRole), parseStoredRoles(role))

/** The open invitation of this id, if the caller is its recipient: the address is compared without case. */
async function requireReceived(ctx: Context, active: ActiveSession, id: string, otherwise: ErrorKey) {
  const invitation = await findReceivedInvitation(ctx, id)
  if (invitation?.status !== 'pending' || invitation.expiresAt <= ctx.now()) throw new ApiError(otherwise)
  if (invitation.email.toLowerCase() !== active.user.email)
    throw new ApiError('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  return invitation
}

export async function getInvitation(ctx: Context, active: ActiveSession, id: string): Promise<ReceivedInvitation> {
  const otherwise = 'OPEN_INVITATION_NOT_FOUND'
  return requireInviter(await requireReceived(ctx, active, id, otherwise), otherwise)
}

/** The invitation, if its inviter is a member whose roles of now allow it: `otherwise` is for one with lower roles. */
function requireInviter(invitation: ReceivedInvitation, otherwise: ErrorKey): ReceivedInvitation {
  if (invitation.inviterRole === null) throw new ApiError('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION')
  if (!canInviterGive(invitation)) throw new ApiError(otherwise)
  return invitation
}

export const recipientBody = z.object({
  invitationId: z.string(),
  token: z.string().optional().meta({ description: 'From the mailed link: its holder reads the invited mailbox.' }),
})
type Answer = z.infer<typeof recipientBody>

/**
 * Makes the recipient a member with the invitation's roles and team, and its organization the active one. It gives what
 * its inviter could give at this moment. Somebody who became a member meanwhile stays as before. The mailed `token`
 * verifies the address and proves ownership on the way.
 */
export async function acceptInvitation(
  ctx: Context,
  active: ActiveSession,
  input: Answer,
): Promise<{ invitation: Invitation; member: Member; emailVerified: boolean }> {
  const received = await requireReceived(ctx, active, input.invitationId, 'INVITATION_NOT_FOUND')
  const hasToken = await requireMailbox(ctx, active.user, received, input.token)
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, received.organizationId)
    requireInviter(await requireReceived(tx, active, received.id, 'INVITATION_NOT_FOUND'), 'INVITATION_NOT_FOUND')
    const invitation = await closeInvitation(tx, received.id, 'accepted', tx.now())
    if (!invitation) throw new ApiError('INVITATION_NOT_FOUND')
    const { organizationId, teamId } = invitation
    const userId = active.user.id
    const joined = await joinOrganization(tx, { organizationId, userId, role: invitation.role ?? 'member', teamId })
    const member = joined ?? (await findMemberOfUser(tx, organizationId, userId))
    if (!member) throw new ApiError('UNAUTHORIZED') // the account was deleted meanwhile
    securityEvent(tx, 'invitation.accepted', { organizationId })
    if (hasToken && provesOwnership(tx, active.user)) await markOwnershipProved(tx, active.user)
    if (hasToken && !active.user.emailVerified) {
      await markEmailVerified(tx, active.user)
      securityEvent(tx, 'email.verified')
    }
    await setActiveOrganization(tx, active.session.id, organizationId)
    return { invitation, member, emailVerified: active.user.emailVerified || hasToken }
  })
}

export async function rejectInvitation(ctx: Context, active: ActiveSession, input: Answer): Promise<Invitation> {
  const received = await requireReceived(ctx, active, input.invitationId, 'OPEN_INVITATION_NOT_FOUND')
  await requireMailbox(ctx, active.user, received, input.token)
  const invitation = await closeInvitation(ctx, received.id, 'rejected', ctx.now())
  if (!invitation) throw new ApiError('OPEN_INVITATION_NOT_FOUND')
  securityEvent(ctx, 'invitation.rejected', { organizationId: invitation.organizationId })
  return invitation
}

/**
 * Lets only the reader of the invited mailbox accept or reject: by the mailed token (then true), or with proved ownership. While nobody
 * has verified the address, the bare id is enough unless INVITATION_REQUIRES_VERIFIED_EMAIL is set: only the email carries it.
 */
async function requireMailbox(
  ctx: Context,
  user: User,
  invitation: ReceivedInvitation,
  token: string | undefined,
): Promise<boolean> {
  if (token !== undefined && isTokenOf(ctx, invitation, token)) return true
  const isIdEnough = !user.emailVerified && !ctx.config.INVITATION_REQUIRES_VERIFIED_EMAIL
  if (!isIdEnough && !(await isOwnershipProved(ctx, user.id)))
    throw new ApiError('EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION')
  return false
}

/** Withdraws an invitation, whatever its status. */
export async function cancelInvitation(ctx: Context, active: ActiveSession, id: string): Promise<Invitation> {
  const found = await findInvitation(ctx, id)
  if (!found) throw new ApiError('INVITATION_NOT_FOUND')
  const caller = await requireMembership(ctx, found.organizationId, active.user.id, 'MEMBER_NOT_FOUND')
  if (!hasPermission(caller.roles, 'invitation:cancel'))
    throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION')
  const invitation = await cancel(ctx, id)
  if (!invitation) throw new ApiError('INVITATION_NOT_FOUND')
  securityEvent(ctx, 'invitation.canceled', { organizationId: found.organizationId })
  return invitation
}

type Page = { readonly limit?: number | undefined; readonly cursor?: ListRequest['cursor'] }

/** A page of the invitations that the caller may see, for `sendList`. */
export async function listInvitations(
  ctx: Context,
  active: ActiveSession,
  organizationId: string,
  { limit = openInvitationLimit, cursor }: Page,
): Promise<string> {
  const page = await listInvitationsPage(ctx, organizationId, active.user.id, { limit, cursor })
  if (page === null) throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  return page
}

/** A page of the invitations that the caller can accept, for `sendList`. They are found by address, so ownership must be proved. */
export async function listUserInvitations(
  ctx: Context,
  { user }: ActiveSession,
  { limit = openInvitationLimit, cursor }: Page,
): Promise<string> {
  if (!(await isOwnershipProved(ctx, user.id)))
    throw new ApiError('EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS')
  return listReceivedPage(ctx, user.email, { limit, cursor })
}
