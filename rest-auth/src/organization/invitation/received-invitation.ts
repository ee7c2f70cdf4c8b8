import { z } from 'zod'
import { transaction, type Context } from '../../context.ts'
import { ApiError, type ErrorKey } from '../../errors.ts'
import { record } from '../../journal/journal.ts'
import { setActiveOrganization, setActiveTeam } from '../../session/session.sql.ts'
import type { ActiveSession } from '../../session/session.ts'
import { isOwnershipProved, markEmailVerified, markOwnershipProved } from '../../user/user.sql.ts'
import type { User } from '../../user/user.ts'
import { provesOwnership } from '../../verification/verify-email.ts'
import type { Invitation } from '../entities.ts'
import { aboutInvitation, isTokenOf } from './invitation-token.ts'
import { closeInvitation, teamIdsOf } from './invitation.sql.ts'
import { countMembers, findMemberByEmail, findMemberOfUser, lockOrganization } from '../member/member.sql.ts'
import { joinOrganization } from '../member/member.ts'
import { findReceivedInvitation } from './received-invitation.sql.ts'
import type { EmailedInvitation, ReceivedInvitation } from '../response-schemas.ts'

/** Throws `otherwise` unless it is open, or its recipient repeats the call that has led to `repeated`. */
async function requireReceived(
  ctx: Context,
  { user }: ActiveSession,
  id: string,
  otherwise: ErrorKey,
  repeated?: 'accepted' | 'rejected',
) {
  const invitation = await findReceivedInvitation(ctx, id)
  const isOwn = invitation?.email.toLowerCase() === user.email
  if (invitation && isOwn && invitation.status === repeated) return invitation
  if (invitation?.status !== 'pending' || invitation.expiresAt <= ctx.now()) throw new ApiError(otherwise)
  if (!isOwn) throw new ApiError('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  return invitation
}

export async function getInvitation(ctx: Context, active: ActiveSession, id: string): Promise<ReceivedInvitation> {
  const otherwise = 'OPEN_INVITATION_NOT_FOUND'
  return requireInviter(await requireReceived(ctx, active, id, otherwise), otherwise)
}

/** Throws `otherwise` if the inviter's current roles do not suffice. */
function requireInviter(invitation: ReceivedInvitation, otherwise: ErrorKey): ReceivedInvitation {
  if (invitation.inviterRole === null) throw new ApiError('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION')
  if (!invitation.canInviterGive) throw new ApiError(otherwise)
  return invitation
}

export const recipientBody = z.object({
  invitationId: z.string(),
  token: z.string().optional().meta({ description: 'From the emailed link; proves access to the invited mailbox' }),
})
type RecipientInput = z.infer<typeof recipientBody>

/** An existing membership stays as it is. `token` also proves ownership of the email. */
export async function acceptInvitation(ctx: Context, active: ActiveSession, input: RecipientInput) {
  const otherwise = 'INVITATION_NOT_FOUND'
  const received = await requireReceived(ctx, active, input.invitationId, otherwise, 'accepted')
  const hasToken = await requireMailbox(ctx, active.user, received, input.token)
  const { organizationId, role } = received
  const userId = active.user.id
  return transaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const current = await requireReceived(tx, active, received.id, otherwise, 'accepted')
    const isRepeat = current.status === 'accepted'
    if (!isRepeat) requireInviter(current, otherwise)
    const invitation = isRepeat ? current : await closeInvitation(tx, received.id, 'accepted', tx.now())
    if (!invitation) throw new ApiError(otherwise)
    const joined = isRepeat
      ? null
      : await joinOrganization(tx, { organizationId, userId, role: role ?? 'member', teamIds: teamIdsOf(invitation) })
    const member = joined ?? (await findMemberOfUser(tx, organizationId, userId))
    // The account was deleted meanwhile, or its membership has ended since.
    if (!member) throw new ApiError(isRepeat ? otherwise : 'UNAUTHORIZED')
    if (!isRepeat) record(tx, 'invitation.accepted', aboutInvitation(received))
    if (hasToken && provesOwnership(tx, active.user)) await markOwnershipProved(tx, active.user)
    if (hasToken && !active.user.emailVerified) {
      await markEmailVerified(tx, active.user)
      record(tx, 'email.verified', {})
    }
    await setActiveOrganization(tx, active.session.id, organizationId)
    // As in better-auth, the only team becomes the active one.
    const onlyTeam = teamIdsOf(invitation).length === 1 ? joined?.teamId : null
    const activeTeamId = onlyTeam && (await setActiveTeam(tx, active.session, onlyTeam)) ? onlyTeam : undefined
    return { invitation, member, activeTeamId, emailVerified: active.user.emailVerified || hasToken }
  })
}

export async function rejectInvitation(
  ctx: Context,
  active: ActiveSession,
  input: RecipientInput,
): Promise<Invitation> {
  const find = () => requireReceived(ctx, active, input.invitationId, 'OPEN_INVITATION_NOT_FOUND', 'rejected')
  const received = await find()
  await requireMailbox(ctx, active.user, received, input.token)
  const rejected = await transaction(ctx, async (tx) => {
    await lockOrganization(tx, received.organizationId)
    const invitation = await closeInvitation(tx, received.id, 'rejected', tx.now())
    if (invitation) record(tx, 'invitation.rejected', aboutInvitation(received))
    return invitation
  })
  return rejected ?? find() // rejected before, or at the same time
}

// Returns whether the token was right. For unverified emails the id alone suffices by default,
// because only the emailed link has it.
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

/** An unknown id and a wrong token look alike. */
export async function readEmailedInvitation(ctx: Context, id: string, token: string): Promise<EmailedInvitation> {
  const invitation = await findReceivedInvitation(ctx, id)
  if (!isTokenOf(ctx, invitation ?? { id, email: '' }, token) || !invitation)
    throw new ApiError('OPEN_INVITATION_NOT_FOUND')
  const status = await statusOf(ctx, invitation)
  // Links never expire: an old one must not reveal the inviter's current name.
  const isOpen = status === 'pending' || status === 'full'
  return { ...invitation, status, ...(!isOpen && { inviterName: '', inviterEmail: '' }) }
}

async function statusOf(ctx: Context, invitation: ReceivedInvitation): Promise<EmailedInvitation['status']> {
  const { status, organizationId, email } = invitation
  if (status !== 'pending') return status
  if (invitation.expiresAt <= ctx.now()) return 'expired'
  if (!invitation.canInviterGive) return 'lapsed'
  const isFull = (await countMembers(ctx, organizationId)) >= ctx.config.ORGANIZATION_MEMBERSHIP_LIMIT
  return isFull && !(await findMemberByEmail(ctx, organizationId, email)) ? 'full' : 'pending'
}
