import { firstRow, fixed, hasRow, sql } from 'database/sql.ts'
import { isRole } from 'contract/roles.ts'
import { builtInRights, type Rights } from 'contract/permissions.ts'
import { columns } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { rolesOf } from '../member/member-conditions.sql.ts'
import { storedRoleSchema, type FoundRole, type StoredRole } from './entities.ts'
import { grantsOf, shownPermission } from './rights.sql.ts'

const fields = sql`${columns(storedRoleSchema, 'r')}, ${fixed(shownPermission)} as "shown"`

export function listRoles({ db }: Context, organizationId: string): Promise<FoundRole[]> {
  return db.read<FoundRole[]>`
    select ${fields} from "organizationRole" r where r."organizationId" = ${organizationId} order by r."createdAt", r."role"`
}

export async function findRole(
  { db }: Context,
  organizationId: string,
  { roleName, roleId }: { roleName?: string | undefined; roleId?: string | undefined },
): Promise<FoundRole | null> {
  const key = roleName === undefined ? sql`r."id" = ${roleId ?? ''}` : sql`r."role" = ${roleName}`
  return firstRow(db.read`
    select ${fields} from "organizationRole" r where r."organizationId" = ${organizationId} and ${key}`)
}

export async function insertRole({ db }: Context, role: FoundRole): Promise<void> {
  const { shown: _, ...row } = role
  await db.write`insert into "organizationRole" ${sql(row)}`
}

export async function updateRole(
  { db }: Context,
  { id, role, label, permission, updatedAt }: StoredRole,
): Promise<void> {
  await db.write`update "organizationRole" set ${sql({ role, label, permission, updatedAt })} where "id" = ${id}`
}

export async function deleteRole({ db }: Context, id: string): Promise<void> {
  await db.write`delete from "organizationRole" where "id" = ${id}`
}

const offered = `string_to_array(replace(coalesce(i."role", ''), ' ', ''), ',')`

/** Ids of members, the first ones, and whether open invitations offer the role. */
export async function findHolders({ db, now }: Context, organizationId: string, role: string, count: number) {
  const members = await db.read<{ id: string }[]>`
    select m."id" from "member" m where m."organizationId" = ${organizationId} and ${role} = any (${fixed(rolesOf('m'))})
    order by m."createdAt", m."id" limit ${count}`
  const isOffered = await hasRow(db.read`
    select from "invitation" i where i."organizationId" = ${organizationId} and (i."status" = 'pending')
      and i."expiresAt" > ${now()} and ${role} = any (${fixed(offered)}) limit 1`)
  return { members: members.map(({ id }) => id), isOffered }
}

/** At members and pending invitations. */
export async function renameAtHolders(
  { db }: Context,
  organizationId: string,
  before: string,
  after: string,
): Promise<void> {
  await db.write`
    update "member" m set "role" = array_to_string(array_replace(${fixed(rolesOf('m'))}, ${before}, ${after}), ',')
    where m."organizationId" = ${organizationId} and ${before} = any (${fixed(rolesOf('m'))})`
  await db.write`
    update "invitation" i set "role" = array_to_string(array_replace(${fixed(offered)}, ${before}, ${after}), ',')
    where i."organizationId" = ${organizationId} and (i."status" = 'pending') and ${before} = any (${fixed(offered)})`
}

/** All that giving the roles would grant. Unknown names grant nothing. */
export async function readRights(ctx: Context, organizationId: string, names: readonly string[]): Promise<Rights> {
  // Only owners give `owner`, and they have all. Admins may have permissions of remotes.
  if (names.every(isRole) && !names.includes('admin')) return builtInRights(names)
  const [found] = await ctx.db.read<{ permissions: string[] }[]>`
    select array_to_json(${fixed(grantsOf('n."names"', 'n."organizationId"'))}) as "permissions"
    from (select ${[...names]}::text[] as "names", ${organizationId}::text as "organizationId") n`
  return { roles: names, permissions: found?.permissions ?? [] }
}

/** Requires `lockOrganization`, so that no role disappears before it is given. */
export async function requireRoles(tx: Context, organizationId: string, names: readonly string[]): Promise<Rights> {
  const custom = names.filter((name) => !isRole(name))
  if (custom.length > 0) {
    const found = await tx.db.read`
      select from "organizationRole" where "organizationId" = ${organizationId} and "role" = any (${custom}::text[])`
    if (found.length < custom.length) throw new ApiError('ROLE_NOT_FOUND')
  }
  return readRights(tx, organizationId, names)
}
