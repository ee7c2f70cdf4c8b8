import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { deriveSecrets } from '../../crypto/derived-secrets.ts'
import { hmac, isSignature } from '../../crypto/signed-value.ts'
import type { Invitation } from '../entities.ts'

const tokenText = (invitation: Pick<Invitation, 'id' | 'email'>) => `${invitation.id}:${invitation.email}`
const tokenSecrets = (ctx: Context) => deriveSecrets(ctx.config.secrets, 'invitation')

/** Only emailed, so it proves access to the mailbox. Valid while the invitation is open. */
export const invitationToken = (ctx: Context, invitation: Invitation): string =>
  hmac(tokenSecrets(ctx)[0], tokenText(invitation), 'base64url')

export const isTokenOf = (ctx: Context, invitation: Pick<Invitation, 'id' | 'email'>, token: string): boolean =>
  isSignature(tokenSecrets(ctx), tokenText(invitation), token, 'base64url')

/** For the journal, with a stand-in of the id, which accepts nothing (`standInId`). */
export const aboutInvitation = ({ id, organizationId, email }: Invitation) => ({
  organizationId,
  invitationId: createHash('sha256').update(id).digest('hex').slice(0, 32),
  email,
})
