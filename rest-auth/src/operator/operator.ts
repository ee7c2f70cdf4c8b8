import type { Context } from '../context.ts'
import { securityEvent } from '../security-event.ts'
import type { User } from '../user/user.ts'
import { deleteOperator, insertOperator, listOperators } from './operator.sql.ts'

/**
 * Makes a user an operator; what to tell whoever asked for it.
 * @throws where anybody may have signed up with the address, and a confirmation would show whose it is
 */
export async function addOperator(ctx: Context, { id, email, emailVerified }: User): Promise<string> {
  const { production, EMAIL_VERIFICATION_ENABLED } = ctx.config
  if (!emailVerified && production && EMAIL_VERIFICATION_ENABLED)
    throw new Error(`${email} is not confirmed: anybody may have signed up with it. Open the mailed link first.`)
  const isNew = await insertOperator(ctx, id)
  if (isNew) securityEvent(ctx, 'operator.added', { targetUserId: id })
  return `${email} is ${isNew ? 'now' : 'already'} an operator${emailVerified ? '' : ', with an address that nobody has confirmed'}.`
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
