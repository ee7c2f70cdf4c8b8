import { z } from 'zod'
import { openToKeys } from '../../active-key/read-key.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import type { Calls } from '../../http/calls.ts'
import { openToImpersonation } from '../../session/session-guard.ts'
import { errorsOf, requireMembership, requireScope } from '../membership.ts'
import { rolePolicy } from '../policies.ts'
import {
  newRoleName,
  organizationRoleSchema,
  permissionInput,
  remotePermissionSchema,
  roleLabel,
  toRole,
} from './entities.ts'
import { createRole, deleteRole, updateRole, type RoleKey } from './role.ts'
import { listRemotePermissions } from './remote-permissions.ts'
import { findRole, listRoles } from './role.sql.ts'

const organizationId = z.string().optional()
const keyFields = { roleName: z.string().min(1).toLowerCase().optional(), roleId: z.string().min(1).optional() }
const hasKey = ({ roleName, roleId }: RoleKey) => (roleName ?? roleId) !== undefined
const confirm = z
  .boolean()
  .optional()
  .meta({ description: 'Not in better-auth: whether members who have the name already get its permissions' })
const saved = z.object({ success: z.literal(true), roleData: organizationRoleSchema })

export function roleRoutes({ get, post }: Calls, ctx: Context): void {
  readRoutes(get, ctx)

  post('/organization/create-role', 'createOrganizationRole', 'Create a role', {
    errors: [
      ...errorsOf(rolePolicy.create),
      'INVALID_RESOURCE',
      'MEMBERS_HAVE_THIS_ROLE',
      'ROLE_NAME_IS_ALREADY_TAKEN',
      'TOO_MANY_ROLES',
      'YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE',
    ],
    journal: ['role.created'],
    config: openToKeys,
    body: z.object({
      organizationId,
      role: newRoleName,
      permission: permissionInput,
      additionalFields: z.object({ label: roleLabel.optional() }).optional(),
      confirm,
    }),
    returns: saved.extend({ statements: permissionInput }),
    async handler(request) {
      const { additionalFields, ...body } = request.body
      const scope = await requireScope(ctx, request, body, 'YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE')
      const roleData = await createRole(ctx, scope, { ...body, label: additionalFields?.label ?? null })
      return { success: true as const, roleData, statements: roleData.permission }
    },
  })

  post('/organization/update-role', 'updateOrganizationRole', 'Change, or rename, a role', {
    errors: [
      ...errorsOf(rolePolicy.update),
      'INVALID_RESOURCE',
      'MEMBERS_HAVE_THIS_ROLE',
      'NO_ACTIVE_ORGANIZATION',
      'ROLE_HAS_CHANGED',
      'ROLE_NAME_IS_ALREADY_TAKEN',
      'ROLE_NOT_FOUND',
    ],
    journal: ['role.changed'],
    config: openToKeys,
    body: z
      .object({
        organizationId,
        ...keyFields,
        data: z.object({
          permission: permissionInput.optional(),
          roleName: newRoleName.optional(),
          label: roleLabel.optional(),
        }),
        expected: z
          .object({ permission: permissionInput.optional(), label: roleLabel.optional() })
          .optional()
          .meta({ description: 'Not in better-auth: refuse the change unless the role still has these' }),
        confirm,
      })
      .refine(hasKey),
    returns: saved,
    async handler(request) {
      const { data, expected, confirm: isConfirmed, ...key } = request.body
      const { roleName: role, ...changes } = data
      const scope = await requireScope(ctx, request, key)
      return {
        success: true as const,
        roleData: await updateRole(ctx, scope, key, { ...changes, role, expected, confirm: isConfirmed }),
      }
    },
  })

  post('/organization/delete-role', 'deleteOrganizationRole', 'Delete a role that is not in use', {
    errors: [
      ...errorsOf(rolePolicy.delete),
      'CANNOT_DELETE_A_PRE_DEFINED_ROLE',
      'NO_ACTIVE_ORGANIZATION',
      'ROLE_IS_ASSIGNED_TO_MEMBERS',
      'ROLE_NOT_FOUND',
    ],
    journal: ['role.deleted'],
    config: openToKeys,
    body: z.object({ organizationId, ...keyFields }).refine(hasKey),
    returns: z.object({ success: z.literal(true) }),
    async handler(request) {
      await deleteRole(ctx, await requireScope(ctx, request, request.body), request.body)
      return { success: true as const }
    },
  })
}

function readRoutes(get: Calls['get'], ctx: Context): void {
  get(
    '/organization/list-roles',
    'listOrganizationRoles',
    'List the roles of an organization, except the built-in ones',
    {
      errors: [...errorsOf(rolePolicy.list), 'NO_ACTIVE_ORGANIZATION'],
      config: { ...openToImpersonation, ...openToKeys },
      querystring: z.object({ organizationId }),
      returns: z.array(organizationRoleSchema),
      async handler(request) {
        const scope = await requireScope(ctx, request, request.query)
        ;(await requireMembership(ctx, scope, rolePolicy.list)).authorize()
        return (await listRoles(ctx, scope.organizationId)).map(toRole)
      },
    },
  )

  get(
    '/organization/list-permissions',
    'listPermissionsOfRemotes',
    'List the permissions that remotes bring, which roles can grant',
    {
      errors: [...errorsOf(rolePolicy.list), 'NO_ACTIVE_ORGANIZATION'],
      config: { ...openToImpersonation, ...openToKeys },
      querystring: z.object({ organizationId }),
      returns: z.array(remotePermissionSchema),
      async handler(request) {
        const scope = await requireScope(ctx, request, request.query)
        ;(await requireMembership(ctx, scope, rolePolicy.list)).authorize()
        return listRemotePermissions(ctx)
      },
    },
  )

  get('/organization/get-role', 'getOrganizationRole', 'Read a role', {
    errors: [...errorsOf(rolePolicy.read), 'NO_ACTIVE_ORGANIZATION', 'ROLE_NOT_FOUND'],
    config: { ...openToImpersonation, ...openToKeys },
    querystring: z.object({ organizationId, ...keyFields }).refine(hasKey),
    returns: organizationRoleSchema,
    async handler(request) {
      const scope = await requireScope(ctx, request, request.query)
      ;(await requireMembership(ctx, scope, rolePolicy.read)).authorize()
      const role = await findRole(ctx, scope.organizationId, request.query)
      if (!role) throw new ApiError('ROLE_NOT_FOUND')
      return toRole(role)
    },
  })
}
