import type { Context } from '../context.ts'
import { entryOf, newEntry, noteWritten } from '../journal/journal.ts'
import { deleteSessions, ofTokens, ofUser } from './session.sql.ts'
import type { Fragment } from 'database/sql.ts'

type Reason =
  | 'signed out'
  | 'stopped'
  | 'one revoked'
  | 'others revoked'
  | 'all revoked'
  | 'password changed'
  | 'password reset'
  | 'account claimed'
  | 'account disowned'
  | 'ended by an operator'

export function endSessions(ctx: Context, userId: string, reason: Reason, exceptToken?: string): Promise<void> {
  return end(ctx, ofUser(userId, exceptToken), reason)
}

/** The sessions of one browser may have several users. */
export function endSessionsByTokens(ctx: Context, tokens: readonly string[], reason: Reason): Promise<void> {
  return end(ctx, ofTokens(tokens), reason)
}

async function end(ctx: Context, condition: Fragment, reason: Reason): Promise<void> {
  const own = newEntry(ctx, 'session.ended', { reason })
  const impersonated = newEntry(ctx, 'impersonation.ended', { reason })
  for (const { userId, isOwn } of await deleteSessions(ctx, condition, { own, impersonated }))
    noteWritten(ctx, isOwn ? entryOf(own, userId) : { ...impersonated, userId })
}
