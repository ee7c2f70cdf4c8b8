import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import type { Calls } from '../../http/calls.ts'
import { setSessionCookie } from '../../session/session-cookies.ts'
import { openToImpersonation, requireSession } from '../../session/session-guard.ts'
import type { ActiveSession } from '../../session/session.ts'
import { sendList } from '../../list/send-list.ts'
import { isKey, requireActor } from '../actor.ts'
import { type Member, memberSchema, memberWithUserSchema } from '../entities.ts'
import { effectivePermissionsSchema, withPermissions } from '../role/entities.ts'
import { findOwnMember } from './member.sql.ts'
import { isFilter, memberListQuery, memberOrder, membersOfOrganization } from './member-list.sql.ts'
import { leaveOrganization, removeMember, updateMemberRole, updateMemberTeam } from './member.ts'
import { errorsOf, organizationOf, requireListOf, requireReached, requireScope } from '../membership.ts'
import { hasKey } from '../organization-json.sql.ts'
import { findRoleOfUser } from '../organization-list.sql.ts'
import { memberPolicy } from '../policies.ts'
import { refuseClosed, viewerOf } from '../reach.sql.ts'
import { isPlace, listCursor } from '../../list/order.ts'
import { keyOf, withActiveOrganization } from '../active-organization.ts'

const organizationId = z.string().optional()
const choice = { organizationId, organizationSlug: z.string().optional() }
const memberPageQuery = z
  .object({
    ...choice,
    limit: z.coerce.number().int().min(1).max(100).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    cursor: listCursor,
    ...memberListQuery.shape,
  })
  .refine(({ cursor, ...list }) => cursor === undefined || isPlace(memberOrder(list), cursor))
  .refine(isFilter)

function readRoutes(get: Calls['get'], ctx: Context): void {
  get('/organization/get-active-member', 'getActiveMember', "Get the caller's membership in the active organization", {
    errors: ['SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED'],
    config: openToImpersonation,
    querystring: withPermissions,
    returns: memberWithUserSchema.extend({ permissions: effectivePermissionsSchema }).nullable(),
    async handler(request) {
      const active = await requireSession(ctx, request)
      const { activeOrganizationId } = active.session
      if (activeOrganizationId === null) return null
      const withAll = request.query.permissions !== undefined
      const found = await findOwnMember(ctx, activeOrganizationId, viewerOf(ctx, active), withAll)
      return found && requireReached(found)
    },
  })

  get(
    '/organization/get-active-member-role',
    'getActiveMemberRole',
    'Get the roles of the caller, or of another member, in an organization',
    {
      errors: [
        'NO_ACTIVE_ORGANIZATION',
        'SECOND_FACTOR_REQUIRED',
        'UNAUTHORIZED',
        'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      ],
      config: openToImpersonation,
      querystring: withPermissions.extend({ ...choice, userId: z.string().optional() }),
      returns: memberSchema.pick({ role: true }).extend({ permissions: effectivePermissionsSchema }),
      async handler(request) {
        const active = await requireSession(ctx, request)
        const { userId = active.user.id, permissions } = request.query
        const key = keyOf(request.query) ?? { id: organizationOf(active) }
        const found = await findRoleOfUser(ctx, key, active, userId, permissions)
        if (!found) await refuseClosed(ctx, active, hasKey(key))
        if (!found) throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
        return found
      },
    },
  )

  get('/organization/list-members', 'listMembers', 'List the members of an organization', {
    errors: ['SECOND_FACTOR_REQUIRED', 'UNAUTHORIZED', 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: memberPageQuery,
    returns: z.object({ members: z.array(memberWithUserSchema), total: z.number() }),
    async handler(request, reply) {
      const actor = await requireActor(ctx, request)
      const key = keyOf(request.query) ?? { id: organizationOf(actor) }
      return sendList(reply, await requireListOf(ctx, key, actor, membersOfOrganization(request.query), request.query))
    },
  })
}

const roleEvents = ['member.role-changed', 'owner.changed', 'invitation.canceled'] as const

export function memberRoutes({ get, post }: Calls, ctx: Context): void {
  readRoutes(get, ctx)

  post('/organization/update-member-role', 'updateMemberRole', 'Replace the roles of a member', {
    errors: [
      ...errorsOf(memberPolicy.update),
      'NO_ACTIVE_ORGANIZATION',
      'ROLE_NOT_FOUND',
      'SESSION_IS_NOT_FRESH',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
    ],
    journal: roleEvents,
    config: openToKeys,
    body: z.object({
      memberId: z.string(),
      role: z.union([z.string(), z.array(z.string())]),
      organizationId,
      builtInOnly: z
        .boolean()
        .optional()
        .meta({ description: 'Not in better-auth: replace owner, admin and member, and keep the other roles' }),
    }),
    returns: memberSchema,
    handler: async (request) => updateMemberRole(ctx, await requireScope(ctx, request, request.body), request.body),
  })

  // Not part of better-auth. Not a field of the call above, which an earlier release would ignore.
  post(
    '/organization/replace-member-role',
    'replaceMemberRole',
    'Replace the roles of a member, or only the built-in ones, if they are still the expected ones',
    {
      errors: [
        ...errorsOf(memberPolicy.update),
        'MEMBER_ROLES_HAVE_CHANGED',
        'NO_ACTIVE_ORGANIZATION',
        'ROLE_NOT_FOUND',
        'SESSION_IS_NOT_FRESH',
      ],
      journal: roleEvents,
      config: openToKeys,
      body: z.object({
        memberId: z.string(),
        expectedRole: z.array(z.string()),
        role: z.array(z.string()),
        organizationId,
        builtInOnly: z.boolean().default(true).meta({ description: 'False to compare and replace all roles' }),
      }),
      returns: memberSchema,
      handler: async (request) => updateMemberRole(ctx, await requireScope(ctx, request, request.body), request.body),
    },
  )

  post('/organization/update-member-team', 'updateMemberTeam', 'Move a member to a team, or out of it', {
    errors: [...errorsOf(memberPolicy.update), 'NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND'],
    journal: ['member.team-changed'],
    config: { ...openToImpersonation, ...openToKeys },
    body: z.object({ memberId: z.string(), teamId: z.string().nullable(), organizationId }),
    returns: memberSchema,
    handler: async (request) => updateMemberTeam(ctx, await requireScope(ctx, request, request.body), request.body),
  })

  post('/organization/remove-member', 'removeMember', 'Remove a member by id or email', {
    errors: [...errorsOf(memberPolicy.remove), 'NO_ACTIVE_ORGANIZATION', 'SESSION_IS_NOT_FRESH'],
    journal: ['member.removed'],
    config: openToKeys,
    body: z.object({ memberIdOrEmail: z.string(), organizationId }),
    returns: z.object({ member: memberWithUserSchema }),
    async handler(request) {
      const scope = await requireScope(ctx, request, request.body)
      const member = await removeMember(ctx, scope, request.body.memberIdOrEmail)
      if (!isKey(scope.actor)) clearActiveOrganization(ctx, request, scope.actor, member)
      return { member }
    },
  })

  post('/organization/leave', 'leaveOrganization', 'Leave an organization', {
    errors: [
      'MEMBER_NOT_FOUND',
      'SESSION_IS_NOT_FRESH',
      'UNAUTHORIZED',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    ],
    journal: ['member.left'],
    body: z.object({ organizationId: z.string() }),
    returns: memberWithUserSchema,
    async handler(request) {
      const active = await requireSession(ctx, request)
      const member = await leaveOrganization(ctx, { actor: active, ...request.body })
      clearActiveOrganization(ctx, request, active, member)
      return member
    },
  })
}

function clearActiveOrganization(ctx: Context, request: FastifyRequest, active: ActiveSession, left: Member): void {
  const isActive = left.userId === active.user.id && left.organizationId === active.session.activeOrganizationId
  if (isActive) setSessionCookie(ctx, request, withActiveOrganization(active, null))
}
