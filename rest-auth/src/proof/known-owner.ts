import type { Context } from '../context.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'

/** Anyone may have signed up with an email. In production its owner must have proved it. */
export async function findOwner(ctx: Context, { id }: User): Promise<{ isProved: boolean; isKnown: boolean }> {
  const { production, EMAIL_VERIFICATION_ENABLED } = ctx.config
  const isProved = await isOwnershipProved(ctx, id)
  return { isProved, isKnown: isProved || !production || !EMAIL_VERIFICATION_ENABLED }
}

/** For operators, who name people by email. Returns whether the owner has proved it. */
export async function requireKnownOwner(ctx: Context, user: User): Promise<boolean> {
  const { email } = user
  const { isProved, isKnown } = await findOwner(ctx, user)
  if (!isKnown)
    throw new Error(
      `Anyone may have signed up with ${email}. The owner must sign in, choose "Verify your email" and open the emailed link in the same browser.`,
    )
  return isProved
}
