import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { callsOf } from '../http/described-call.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { requireSession } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import { sendList } from '../list/send-list.ts'
import { type Member, memberSchema, memberWithUserSchema } from './entities.ts'
import { findMemberOfUser } from './member.sql.ts'
import { memberListQuery, memberOrder, membersOfOrganization } from './member-list.sql.ts'
import { leaveOrganization, removeMember } from './member.ts'
import { updateMemberRole, updateMemberTeam } from './update-member.ts'
import { organizationOf, requireListOf } from './membership.ts'
import { isPlace, listCursor } from '../list/order.ts'
import { withActiveOrganization } from './active-organization.ts'

const call = callsOf('member')
const organizationId = z.string().optional()
const memberPageQuery = z
  .object({
    organizationId,
    limit: z.coerce.number().int().min(1).max(100).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    cursor: listCursor,
    ...memberListQuery.shape,
  })
  .refine(({ cursor, ...list }) => cursor === undefined || isPlace(memberOrder(list), cursor))

export function memberRoutes(app: App, ctx: Context): void {
  app.get(
    '/organization/get-active-member',
    call('getActiveMember', "Get the caller's membership in the active organization", {
      returns: memberWithUserSchema.nullable(),
    }),
    async (request) => {
      const { session, user } = await requireSession(ctx, request)
      return session.activeOrganizationId === null ? null : findMemberOfUser(ctx, session.activeOrganizationId, user.id)
    },
  )

  app.get(
    '/organization/list-members',
    call('listMembers', 'List the members of an organization', {
      querystring: memberPageQuery,
      returns: z.object({ members: z.array(memberWithUserSchema), total: z.number() }),
    }),
    async (request, reply) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.query, 'NO_ACTIVE_ORGANIZATION')
      return sendList(reply, await requireListOf(ctx, id, active, membersOfOrganization(request.query), request.query))
    },
  )

  roleRoutes(app, ctx)

  app.post(
    '/organization/update-member-team',
    call('updateMemberTeam', 'Move a member to a team, or out of it', {
      body: z.object({ memberId: z.string(), teamId: z.string().nullable(), organizationId }),
      returns: memberSchema,
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body, 'NO_ACTIVE_ORGANIZATION')
      return updateMemberTeam(ctx, active, id, request.body)
    },
  )

  app.post(
    '/organization/remove-member',
    call('removeMember', 'Remove a member by id or email', {
      body: z.object({ memberIdOrEmail: z.string(), organizationId }),
      returns: z.object({ member: memberWithUserSchema }),
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body, 'NO_ACTIVE_ORGANIZATION')
      const member = await removeMember(ctx, active, id, request.body.memberIdOrEmail)
      clearActiveOrganization(ctx, request, active, member)
      return { member }
    },
  )

  app.post(
    '/organization/leave',
    call('leaveOrganization', 'Leave an organization', {
      body: z.object({ organizationId: z.string() }),
      returns: memberWithUserSchema,
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const member = await leaveOrganization(ctx, active, request.body.organizationId)
      clearActiveOrganization(ctx, request, active, member)
      return member
    },
  )
}

function roleRoutes(app: App, ctx: Context): void {
  app.post(
    '/organization/update-member-role',
    call('updateMemberRole', 'Replace the roles of a member', {
      body: z.object({ memberId: z.string(), role: z.union([z.string(), z.array(z.string())]), organizationId }),
      returns: memberSchema,
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body, 'NO_ACTIVE_ORGANIZATION')
      return updateMemberRole(ctx, active, id, request.body)
    },
  )

  // Not part of better-auth. Not a field of the call above, which an earlier release would ignore.
  app.post(
    '/organization/replace-member-role',
    call('replaceMemberRole', 'Replace the roles of a member if they are still the expected ones', {
      body: z.object({
        memberId: z.string(),
        expectedRole: z.array(z.string()),
        role: z.array(z.string()),
        organizationId,
      }),
      returns: memberSchema,
    }),
    async (request) => {
      const active = await requireSession(ctx, request)
      const id = organizationOf(active, request.body, 'NO_ACTIVE_ORGANIZATION')
      return updateMemberRole(ctx, active, id, request.body)
    },
  )
}

function clearActiveOrganization(ctx: Context, request: FastifyRequest, active: ActiveSession, left: Member): void {
  const isActive = left.userId === active.user.id && left.organizationId === active.session.activeOrganizationId
  if (isActive) setSessionCookie(ctx, request, withActiveOrganization(active, null))
}
