import type { Context } from '../context.ts'
import { securityEvent } from '../security-event.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { deleteOperator, insertOperator, listOperators } from './operator.sql.ts'

/**
 * Makes a user an operator, and returns what to print.
 * @throws in production while ownership of the address is not proved: anybody may have signed up with it
 */
export async function addOperator(ctx: Context, { id, email }: User): Promise<string> {
  const { production, EMAIL_VERIFICATION_ENABLED } = ctx.config
  const isProved = await isOwnershipProved(ctx, id)
  if (!isProved && production && EMAIL_VERIFICATION_ENABLED)
    throw new Error(
      `Anybody may have signed up with ${email}. Its owner must sign in, choose "Confirm your email" and open the mailed link in the same browser.`,
    )
  const isNew = await insertOperator(ctx, id)
  if (isNew) securityEvent(ctx, 'operator.added', { targetUserId: id })
  return `${email} is ${isNew ? 'now' : 'already'} an operator${isProved ? '' : ', with an address whose ownership is not proved'}.`
}

export async function removeOperator(ctx: Context, { id, email }: User): Promise<string> {
  const was = await deleteOperator(ctx, id)
  if (was) securityEvent(ctx, 'operator.removed', { targetUserId: id })
  return `${email} is ${was ? 'an operator no longer' : 'no operator'}.`
}

export async function tellOperators(ctx: Context): Promise<string> {
  const operators = await listOperators(ctx)
  if (operators.length === 0) return 'There are no operators yet: npm run admin -- operator add --email …'
  return operators.map(({ email, createdAt }) => `${email}, since ${createdAt.toISOString()}`).join('\n')
}
