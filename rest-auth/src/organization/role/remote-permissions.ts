import { permissionReport, remotePermissionsPath, type ReportedPermission } from 'contract/remote-permissions.ts'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/calls.ts'
import { refuseOtherServers } from '../../http/is-our-server.ts'
import type { remotePermissionSchema } from './entities.ts'

type RemotePermission = z.infer<typeof remotePermissionSchema>

/** `resource`: under which roles store it. Another signing key is another remote of the same name. */
export function listRemotePermissions({ db }: Context): Promise<(RemotePermission & { readonly resource: string })[]> {
  return db.read`
    select "name", "label", "admins", (select jsonb_object_keys("grant")) as "resource"
    from "remotePermission" order by "name"`
}

/** Replaces all, and writes only what has changed: the same report arrives every few seconds. */
async function saveReport({ db }: Context, permissions: readonly ReportedPermission[]): Promise<void> {
  const rows = permissions.map(({ name, key, admins, label }) => {
    const [remote = '', action = ''] = name.split(':')
    return { name, grant: { [`${remote}@${key}`]: [action] }, admins, label }
  })
  await db.write`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as g ("name" text, "grant" jsonb, "admins" boolean, "label" jsonb)),
    gone as (delete from "remotePermission" p where not exists (select from given g where g."name" = p."name"))
    insert into "remotePermission" ("name", "grant", "admins", "label")
    select g.* from given g
    where not exists (select from "remotePermission" p where row(p.*) = row(g.*)) order by g."name"
    on conflict ("name") do update set
      "grant" = excluded."grant", "admins" = excluded."admins", "label" = excluded."label"`
}

/** Not public: the shell's server reports what is released. */
export function remotePermissionRoute(app: App, ctx: Context): void {
  const options = { schema: { body: permissionReport }, bodyLimit: 4_000_000, onRequest: refuseOtherServers(ctx) }
  app.put(remotePermissionsPath, options, async ({ body }) => {
    await saveReport(ctx, body.permissions)
    return {}
  })
}
