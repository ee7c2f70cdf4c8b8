// For Node: pages import only the types.
import { z } from 'zod'
import { labelTexts } from './label-texts.ts'

/** Internal, from the shell's server to rest-auth. */
export const remotePermissionsPath = '/inner/remote-permissions'

/** An action after the name of the remote. */
export const actionName = /^[a-z][a-z0-9-]{0,31}$/

/** The value of an action in `permissions` of `remote.json`. */
export const declaredPermission = z.strictObject(
  {
    label: labelTexts,
    /** Whether admins have it in each organization, as owners do. */
    admins: z.boolean('must be true or false').optional(),
  },
  'must be { "label": { "en": "…" }, "admins": true }',
)

const reportedPermission = declaredPermission.required().extend({
  /** Such as `mf-invoices:approve`. */
  name: z.string().regex(/^mf(-[a-z0-9]+)+:[a-z][a-z0-9-]{0,31}$/),
  /** Signs the versions of the remote. */
  key: z.string().max(100),
})
export type ReportedPermission = z.infer<typeof reportedPermission>

/** All that released versions declare. */
export const permissionReport = z.object({ permissions: z.array(reportedPermission) })

/** `mf-invoices:approve` for `approve` of `mf-invoices`. */
export const namesOfPermissions = ({ name, permissions = {} }: { name: string; permissions?: object | undefined }) =>
  Object.keys(permissions).map((action) => `${name}:${action}`)
