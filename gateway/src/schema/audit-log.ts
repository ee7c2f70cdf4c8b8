import { defaultPage } from 'contract/graphql/limits.ts'
import { badUserInput } from '../errors.ts'
import { pageResolvers, parsePage } from '../relay/connection.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth, type AuditLogResponse } from '../upstream/rest-auth-client.ts'
import type { Resolvers } from './generated/resolvers.ts'

const toEntry = ({ id, actor, target, ...entry }: AuditLogResponse['entries'][number]) => ({
  ...entry,
  databaseId: id,
  actor: {
    ...actor,
    userId: actor.kind === 'person' && actor.id ? globalId('U', actor.id) : null,
    actedForUserId: actor.actedFor && globalId('U', actor.actedFor.id),
    actedForName: actor.actedFor?.name ?? null,
  },
  target: { ...target, databaseId: target.id },
})

export const auditLogResolvers = {
  Organization: {
    auditLog: async ({ id, needsSecondFactor }, { filter, ...args }, ctx) => {
      if (needsSecondFactor) return null
      parsePage(args)
      const { first, after, last, before } = args
      if ((last == null ? before : after) != null)
        throw badUserInput('Use `before` only with `last`, and `after` only without it.')
      const size = last ?? first ?? defaultPage
      // For rest-auth, "after" is later. Here, the newest comes first.
      const { entries, next, keptDays } = await restAuth.readAuditLog(ctx.upstream, {
        organizationId: id,
        limit: Math.max(size, 1),
        before: after ?? undefined,
        after: last == null ? undefined : (before ?? '0'),
        actorId: filter?.actorId == null ? undefined : localId('User', filter.actorId),
        event: filter?.events?.join(),
        from: filter?.from ?? undefined,
        to: filter?.to ?? undefined,
      })
      const items = entries.slice(0, size).map(toEntry)
      if (last != null) items.reverse()
      const cursors = items.map(({ position }) => String(position))
      const page = { items, hasMore: size === 0 ? entries.length > 0 : next !== null, cursors }
      return { page, args, keptDays }
    },
  },
  AuditLogEntryConnection: pageResolvers,
} satisfies Resolvers
