import { hasRow } from 'database/sql.ts'
import { transaction, type Context } from '../context.ts'
import { requireKnownOwner } from '../proof/known-owner.ts'
import { record } from '../journal/journal.ts'
import type { User } from '../user/user.ts'

export async function isOperator({ db }: Context, userId: string): Promise<boolean> {
  return hasRow(db.read`select 1 from "operator" where "userId" = ${userId}`)
}

/** In production it requires proved ownership. */
export async function addOperator(ctx: Context, user: User): Promise<string> {
  const { id, email } = user
  const isProved = await requireKnownOwner(ctx, user)
  const isNew = await transaction(ctx, async (tx) => {
    const isInserted = await hasRow(tx.db.write`
      insert into "operator" ("userId", "createdAt") values (${id}, ${tx.now()}) on conflict do nothing returning 1`)
    if (isInserted) record(tx, 'operator.added', { userId: id })
    return isInserted
  })
  return `${email} is ${isNew ? 'now' : 'already'} an operator${isProved ? '' : ', but has not proved ownership of the email'}.`
}

export async function removeOperator(ctx: Context, { id, email }: User): Promise<string> {
  const was = await transaction(ctx, async (tx) => {
    const isDeleted = await hasRow(tx.db.write`delete from "operator" where "userId" = ${id} returning 1`)
    if (isDeleted) record(tx, 'operator.removed', { userId: id })
    return isDeleted
  })
  return `${email} is ${was ? 'no longer an operator' : 'not an operator'}.`
}

export async function describeOperators({ db }: Context): Promise<string> {
  const operators = await db.read<{ email: string; createdAt: Date }[]>`
    select u."email", o."createdAt" from "operator" o join "user" u on u."id" = o."userId" order by u."email"`
  if (operators.length === 0) return 'There are no operators. Add one: npm run admin -- operator add --email …'
  return operators.map(({ email, createdAt }) => `${email}, since ${createdAt.toISOString()}`).join('\n')
}
