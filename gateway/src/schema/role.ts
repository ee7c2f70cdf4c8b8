import { permissions, rolesWith } from 'contract/permissions.ts'
import { roles } from 'contract/roles.ts'
import { actionsByResource, grantsOf } from '../permission.ts'
import type { OrganizationRoleSource, RemotePermissionSource } from '../sources.ts'
import { restAuth } from '../upstream/rest-auth-client.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, organizationIdOf } from './payload.ts'

type StoredRole = Parameters<typeof toRole>[0]

/** A role as rest-auth returns it. */
export const toRole = (
  { role, label, permission }: { role: string; label: string | null; permission: Record<string, string[]> },
  organizationId: string,
): OrganizationRoleSource => ({ name: role, label, grants: grantsOf(permission), organizationId })

/** Those that every organization has. The first, owner, grants all permissions. */
export const builtInRoles = (
  organizationId: string,
  ofRemotes: readonly RemotePermissionSource[] | null = [],
): OrganizationRoleSource[] =>
  roles.map((name) => ({
    name,
    label: null,
    grants: [
      ...permissions.filter((permission) => rolesWith(permission).includes(name)),
      ...(ofRemotes ?? [])
        .filter(({ admins }) => name === 'owner' || (name === 'admin' && admins))
        .map((each) => each.name),
    ],
    organizationId,
  }))

const changed = (data: StoredRole & { organizationId: string }) => ({ role: toRole(data, data.organizationId) })

const ifGiven = (grants: readonly string[] | null | undefined) => (grants ? actionsByResource(grants) : undefined)

export const roleResolvers = {
  RemotePermission: {
    remote: ({ name }) => name.replace(/:.*/, ''),
    label: ({ label }, { language }) => (language == null ? undefined : label[language]) ?? label['en'] ?? '',
    isForAdmins: ({ admins }) => admins,
  },
  OrganizationRole: {
    memberCount: async ({ name, organizationId }, _, ctx) => {
      const counted = await ctx.reads.organizationParts(organizationId, { include: 'roleCounts' })
      return counted?.roleCounts ? (counted.roleCounts[name] ?? 0) : null
    },
  },

  Mutation: {
    createRole: change(async (upstream, { name, label, grants, confirm, ...input }) => {
      const { roleData } = await restAuth.createRole(upstream, {
        organizationId: organizationIdOf(input),
        role: name,
        permission: actionsByResource(grants),
        additionalFields: { label: label ?? null },
        confirm: confirm ?? undefined,
      })
      return changed(roleData)
    }),
    updateRole: change(async (upstream, { name, newName, label, grants, expected, confirm, ...input }) => {
      const { roleData } = await restAuth.updateRole(upstream, {
        organizationId: organizationIdOf(input),
        roleName: name,
        data: { roleName: newName ?? undefined, label, permission: ifGiven(grants) },
        expected: expected ? { label: expected.label, permission: ifGiven(expected.grants) } : undefined,
        confirm: confirm ?? undefined,
      })
      return changed(roleData)
    }),
    deleteRole: change(async (upstream, { name, ...input }) => {
      await restAuth.deleteRole(upstream, { organizationId: organizationIdOf(input), roleName: name })
      return { deletedRoleName: name.toLowerCase() }
    }),
  },
} satisfies Resolvers
