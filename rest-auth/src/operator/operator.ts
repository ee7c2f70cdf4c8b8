import type { Context } from '../context.ts'
import { securityEvent } from '../security-event.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { deleteOperator, insertOperator, listOperators } from './operator.sql.ts'

/** In production it requires proved ownership: anyone may have signed up with the email. */
export async function addOperator(ctx: Context, { id, email }: User): Promise<string> {
  const { production, EMAIL_VERIFICATION_ENABLED } = ctx.config
  const isProved = await isOwnershipProved(ctx, id)
  if (!isProved && production && EMAIL_VERIFICATION_ENABLED)
    throw new Error(
      `Anyone may have signed up with ${email}. The owner must sign in, choose "Verify your email" and open the emailed link in the same browser.`,
    )
  const isNew = await insertOperator(ctx, id)
  if (isNew) securityEvent(ctx, 'operator.added', { targetUserId: id })
  return `${email} is ${isNew ? 'now' : 'already'} an operator${isProved ? '' : ', but has not proved ownership of the email'}.`
}

export async function removeOperator(ctx: Context, { id, email }: User): Promise<string> {
  const was = await deleteOperator(ctx, id)
  if (was) securityEvent(ctx, 'operator.removed', { targetUserId: id })
  return `${email} is ${was ? 'no longer an operator' : 'not an operator'}.`
}

export async function describeOperators(ctx: Context): Promise<string> {
  const operators = await listOperators(ctx)
  if (operators.length === 0) return 'There are no operators. Add one: npm run admin -- operator add --email …'
  return operators.map(({ email, createdAt }) => `${email}, since ${createdAt.toISOString()}`).join('\n')
}
