import { isOfRemote, permissionNames, permissions, type ActionsByResource } from 'contract/permissions.ts'
import { isRole } from 'contract/roles.ts'
import type { Context } from '../../context.ts'
import { randomId } from '../../crypto/random.ts'
import { ApiError, type ErrorKey } from '../../errors.ts'
import { record } from '../../journal/journal.ts'
import { changeAsMember, type Scope } from '../membership.ts'
import { rolePolicy, type Caller } from '../policies.ts'
import { permissionInput, toRole, type FoundRole, type OrganizationRole } from './entities.ts'
import { listRemotePermissions } from './remote-permissions.ts'
import { requireWithin, withoutKey } from './rights.ts'
import {
  deleteRole as remove,
  findHolders,
  findRole,
  insertRole,
  listRoles,
  renameAtHolders,
  updateRole as save,
} from './role.sql.ts'

const maxRoles = 50
/** Listed in a refusal. */
const maxHolders = 100

export interface RoleKey {
  roleName?: string | undefined
  roleId?: string | undefined
}

interface NewRole {
  role: string
  label: string | null
  permission: ActionsByResource
  /** Whether members who have the name already get the permissions. */
  confirm?: boolean | undefined
}

export function createRole(ctx: Context, scope: Scope, input: NewRole): Promise<OrganizationRole> {
  const { organizationId } = scope
  refuseBuiltIn(input.role)
  return changeAsMember(ctx, scope, rolePolicy.create, async (tx, authorize, caller) => {
    authorize()
    const present = await listRoles(tx, organizationId)
    if (present.length >= maxRoles) throw new ApiError('TOO_MANY_ROLES', { details: { limit: maxRoles } })
    const given = await requireGivable(tx, caller, input.permission, [], 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE')
    if (present.some(({ role }) => role === input.role)) throw new ApiError('ROLE_NAME_IS_ALREADY_TAKEN')
    await refuseHolders(tx, organizationId, input)
    const { role, label } = input
    const row = { id: randomId(), organizationId, role, label, ...given, createdAt: tx.now(), updatedAt: null }
    await insertRole(tx, row)
    record(tx, 'role.created', { organizationId, roles: role, permissions: listed(row) })
    return toRole(row)
  })
}

type RoleChanges = Pick<NewRole, 'confirm'> &
  Changed<'role' | 'label' | 'permission'> & {
    expected?: Changed<'label' | 'permission'> | undefined
  }
type Changed<Name extends keyof NewRole> = { [Each in Name]?: NewRole[Each] | undefined }

/** A new name also replaces the old one at members and invitations. */
export function updateRole(ctx: Context, scope: Scope, key: RoleKey, changes: RoleChanges): Promise<OrganizationRole> {
  const { organizationId } = scope
  const { role, label, permission, expected, confirm } = changes
  return changeAsMember(ctx, scope, rolePolicy.update, async (tx, authorize, caller) => {
    authorize()
    const before = await findRole(tx, organizationId, key)
    if (!before) throw new ApiError('ROLE_NOT_FOUND')
    if (expected && !isAs(before, expected)) throw new ApiError('ROLE_HAS_CHANGED')
    const otherwise = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE'
    const given = await requireGivable(tx, caller, permission ?? {}, grantsOf(before), otherwise)
    if (role !== undefined) {
      refuseBuiltIn(role)
      if (await findRole(tx, organizationId, { roleName: role })) throw new ApiError('ROLE_NAME_IS_ALREADY_TAKEN')
      await refuseHolders(tx, organizationId, { role, confirm })
    }
    const after = {
      ...before,
      updatedAt: tx.now(),
      ...(role !== undefined && { role }),
      ...(label !== undefined && { label }),
      ...(permission && given),
    }
    await save(tx, after)
    if (after.role !== before.role) await renameAtHolders(tx, organizationId, before.role, after.role)
    record(tx, 'role.changed', {
      organizationId,
      roles: after.role,
      previousRoles: before.role,
      permissions: listed(after),
      previousPermissions: listed(before),
    })
    return toRole(after)
  })
}

/** Not while members have it or open invitations offer it. */
export function deleteRole(ctx: Context, scope: Scope, key: RoleKey): Promise<void> {
  const { organizationId } = scope
  return changeAsMember(ctx, scope, rolePolicy.delete, async (tx, authorize, caller) => {
    authorize()
    if (key.roleName !== undefined && isRole(key.roleName)) throw new ApiError('CANNOT_DELETE_A_PRE_DEFINED_ROLE')
    const role = await findRole(tx, organizationId, key)
    if (!role) throw new ApiError('ROLE_NOT_FOUND')
    requireWithin(caller, { roles: [], permissions: grantsOf(role) }, 'YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE')
    const { members, isOffered } = await findHolders(tx, organizationId, role.role, 1)
    if (members.length > 0 || isOffered) throw new ApiError('ROLE_IS_ASSIGNED_TO_MEMBERS')
    await remove(tx, role.id)
    record(tx, 'role.deleted', { organizationId, roles: role.role, permissions: listed(role) })
  })
}

function refuseBuiltIn(name: string): void {
  if (isRole(name)) throw new ApiError('ROLE_NAME_IS_ALREADY_TAKEN')
}

/** Adopted members may have a name that nobody has given permissions yet. */
async function refuseHolders(
  tx: Context,
  organizationId: string,
  { role, confirm = false }: Pick<NewRole, 'role' | 'confirm'>,
): Promise<void> {
  if (confirm) return
  const { members, isOffered } = await findHolders(tx, organizationId, role, maxHolders)
  if (members.length > 0 || isOffered) throw new ApiError('MEMBERS_HAVE_THIS_ROLE', { details: { members } })
}

/** The resources that roles can name, and how they are stored. */
async function readResources(tx: Context, wanted: readonly string[]): Promise<Map<string, string>> {
  const ofRemotes = wanted.some(isOfRemote) ? await listRemotePermissions(tx) : []
  const own = permissions.map((permission) => permission.split(':')[0] ?? '')
  return new Map([
    ...own.map((resource) => [resource, resource] as const),
    ...ofRemotes.map(({ name, resource }) => [name.split(':')[0] ?? '', resource] as const),
  ])
}

/**
 * Returns the JSON text, stored and shown. The caller must hold all that the role grants, before
 * and after: otherwise they could take a permission that they lack from somebody else.
 */
async function requireGivable(
  tx: Context,
  caller: Caller,
  permission: ActionsByResource,
  before: readonly string[],
  otherwise: ErrorKey,
): Promise<Pick<FoundRole, 'permission' | 'shown'>> {
  const resources = await readResources(tx, Object.keys(permission))
  if (Object.keys(permission).some((resource) => !resources.has(resource))) throw new ApiError('INVALID_RESOURCE')
  const all = new Set([...before, ...permissionNames(permission)])
  requireWithin(caller, { roles: [], permissions: [...all] }, otherwise)
  const textOf = (nameOf: (resource: string) => string | undefined) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(permission).map(([resource, actions]) => [nameOf(resource), [...new Set(actions)]]),
      ),
    )
  return { shown: textOf((resource) => resource), permission: textOf((resource) => resources.get(resource)) }
}

/** Without unknown ones, which adopted rows may have. */
function effective(row: FoundRole): string[] {
  const granted = permissionNames(toRole(row).permission)
  return [...permissions.filter((permission) => granted.includes(permission)), ...granted.filter(isOfRemote)]
}

/** As in SQL. */
function grantsOf(row: FoundRole): string[] {
  const released = effective(row)
  const stored = permissionNames(permissionInput.parse(JSON.parse(row.permission)))
  const isAsleep = (name: string) => name.includes('@') && !released.includes(withoutKey(name))
  return [...released, ...stored.filter(isAsleep)]
}

function isAs(row: FoundRole, { label = row.label, permission }: NonNullable<RoleChanges['expected']>): boolean {
  const [seen, present] = [permission && permissionNames(permission), effective(row)].map((names) =>
    names?.toSorted().join(','),
  )
  return label === row.label && (seen === undefined || seen === present)
}

const listed = (row: FoundRole): string => effective(row).join(',')
