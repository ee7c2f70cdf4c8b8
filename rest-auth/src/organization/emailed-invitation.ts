import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { EmailedInvitation, ReceivedInvitation } from './response-schemas.ts'
import { isTokenOf } from './invitation-token.ts'
import { findReceivedInvitation } from './received-invitation.sql.ts'
import { countMembers, findMemberByEmail } from './member.sql.ts'
import { canInviterGive } from './received-invitation.ts'

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
  if (!canInviterGive(invitation)) return 'lapsed'
  const isFull = (await countMembers(ctx, organizationId)) >= ctx.config.ORGANIZATION_MEMBERSHIP_LIMIT
  return isFull && !(await findMemberByEmail(ctx, organizationId, email)) ? 'full' : 'pending'
}
