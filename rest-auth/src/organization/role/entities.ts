import { z } from 'zod'
import { withoutMarks } from '../../naming.ts'

export const permissionInput = z.record(z.string(), z.array(z.string()))

/** Not in better-auth, whose clients get the same response as before. */
export const withPermissions = z.object({ permissions: z.literal('true').optional() })
export const effectivePermissionsSchema = z
  .array(z.string())
  .optional()
  .meta({ description: 'All that the roles grant, with `permissions=true`' })

/** A row. `permission` is JSON text. */
export const storedRoleSchema = z.object({
  id: z.string(),
  organizationId: z.string(),
  role: z.string(),
  label: z.string().nullable(),
  permission: z.string(),
  createdAt: z.date(),
  updatedAt: z.date().nullable(),
})
export type StoredRole = Readonly<z.infer<typeof storedRoleSchema>>
/** `shown`: what clients see as `permission`. */
export type FoundRole = StoredRole & { readonly shown: string }

export const organizationRoleSchema = storedRoleSchema
  .extend({
    role: z.string().meta({ description: 'Its key, which members and invitations name' }),
    label: z.string().nullable().meta({ description: 'Not in better-auth: its name for people' }),
    permission: permissionInput.meta({ description: 'Actions by resource' }),
  })
  .meta({ id: 'OrganizationRole' })
export type OrganizationRole = Readonly<z.infer<typeof organizationRoleSchema>>

export const toRole = ({ shown, ...stored }: FoundRole): OrganizationRole => ({
  ...stored,
  permission: permissionInput.parse(JSON.parse(shown)),
})

export const remotePermissionSchema = z
  .object({
    name: z.string().meta({ description: 'Such as `mf-invoices:approve`' }),
    label: z.record(z.string(), z.string()).meta({ description: 'Texts by language' }),
    admins: z.boolean().meta({ description: 'Whether admins have it in each organization' }),
  })
  .meta({ id: 'RemotePermission' })

/** As in better-auth, lower-cased. It has no spaces or commas, because lists of roles are texts. */
export const newRoleName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{0,31}$/, 'Must be at most 32 letters a to z, digits, dots, hyphens and underscores')

export const roleLabel = z.string().max(100).transform(withoutMarks).nullable()
