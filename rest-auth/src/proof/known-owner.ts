import type { Context } from '../context.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'

/**
 * For operators, who name people by email: in production they must have proved it. Elsewhere,
 * returns whether they have.
 */
export async function requireKnownOwner(ctx: Context, { id, email }: User): Promise<boolean> {
  const { production, EMAIL_VERIFICATION_ENABLED } = ctx.config
  const isProved = await isOwnershipProved(ctx, id)
  if (!isProved && production && EMAIL_VERIFICATION_ENABLED)
    throw new Error(
      `Anyone may have signed up with ${email}. The owner must sign in, choose "Verify your email" and open the emailed link in the same browser.`,
    )
  return isProved
}
