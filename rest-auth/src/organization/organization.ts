import { transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { isReservedSlug, requireName, requireSlug } from '../naming.ts'
import {
  noDetails,
  type Member,
  type Organization,
  type OrganizationChanges,
  type OrganizationInput,
  type SeenOrganization,
} from './entities.ts'
import { keepPicture } from '../picture/picture.ts'
import { changeAsMember, requireMembership, type Scope } from './membership.ts'
import { organizationPolicy } from './policies.ts'
import {
  deleteOrganization as remove,
  findAndLockOrganization,
  findOrganization,
  insertOrganization,
  leaveInAllSessions,
  updateOrganization as save,
} from './organization.sql.ts'
import { notifyOwnersOfDeletion } from './member/owner-notice.ts'
import { newEntry, noteWritten, record, writeRecorded } from '../journal/journal.ts'
import { lockProvenSession } from '../session/session-guard.ts'
import type { ReadSession } from '../session/session.sql.ts'
import type { User } from '../user/user.ts'
import { hasKey } from './organization-json.sql.ts'
import { refuseClosed, viewerOf } from './reach.sql.ts'
import { withSlug } from './slug/slug.ts'

/** Adds a team, of the same name by default. Makes the organization the active one of `sessionId`. */
export async function createOrganization(
  ctx: Context,
  founder: Pick<ReadSession, 'hasSecondFactor'> & { user: Pick<User, 'id'>; sessionId: string | null },
  { metadata, logo, teamName, ...input }: OrganizationInput,
): Promise<{ organization: Organization; member: Member }> {
  requireName(input.name)
  if (teamName !== undefined) requireName(teamName)
  requireSlug(input.slug)
  if (isReservedSlug(input.slug)) throw new ApiError('ORGANIZATION_ALREADY_EXISTS')
  const createdAt = ctx.now()
  const details = { ...storedMetadata(metadata), ...(await storedLogo(ctx, logo)) }
  const organization = { ...noDetails, ...input, ...details, id: randomId(), createdAt }
  const member = {
    id: randomId(),
    organizationId: organization.id,
    userId: founder.user.id,
    role: ctx.config.ORGANIZATION_CREATOR_ROLE,
    teamId: randomId(),
    createdAt,
  }
  const limit = ctx.config.ORGANIZATION_LIMIT
  const insert = async (db: Context) => {
    const entry = newEntry(db, 'organization.created', { userId: founder.user.id, organizationId: organization.id })
    const outcome = await insertOrganization(db, organization, member, {
      teamName: teamName ?? input.name,
      sessionId: founder.sessionId,
      limit,
      entry,
    })
    if (outcome === 'limit reached') {
      throw new ApiError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS', { details: { limit } })
    }
    if (outcome === 'no such user') throw new ApiError('UNAUTHORIZED') // the account was deleted meanwhile
    noteWritten(db, entry)
  }
  await withSlug(ctx, input.slug, viewerOf(ctx, founder), insert, () => insert(ctx))
  return { organization, member }
}

/** Absent fields stay. Null clears them. Refuses if the organization is not as `seen`. */
export async function updateOrganization(
  ctx: Context,
  scope: Scope,
  { metadata, logo, ...input }: OrganizationChanges,
  seen: SeenOrganization = {},
): Promise<Organization> {
  const { actor, organizationId } = scope
  const { authorize } = await requireMembership(ctx, scope, organizationPolicy.update)
  authorize()
  const changes = { ...input, ...storedMetadata(metadata), ...(await storedLogo(ctx, logo)) }
  await checkNewNames(ctx, organizationId, input)
  if (Object.keys(changes).length === 0) return requireOrganization(ctx, organizationId)
  const viewer = viewerOf(ctx, actor)
  const write = async (db: Context) => {
    const entry = newEntry(db, 'organization.changed', { organizationId, fields: [] })
    const saved = await save(db, organizationId, changes, { viewer, seen, entry })
    if (!saved) {
      await refuseClosed(db, actor, hasKey({ id: organizationId }))
      await requireOrganization(db, organizationId)
      throw new ApiError('ORGANIZATION_HAS_CHANGED')
    }
    const { fields, ...organization } = saved
    if (fields.length > 0) noteWritten(db, { ...entry, details: { fields } })
    return organization
  }
  return withSlug(ctx, input.slug ?? '', viewer, write, () => write(ctx))
}

/** Unchanged names pass, so stricter rules do not block other changes. */
async function checkNewNames(ctx: Context, id: string, changes: OrganizationChanges): Promise<void> {
  try {
    requireNewNames(changes)
  } catch {
    requireNewNames(changes, await requireOrganization(ctx, id))
  }
}

function requireNewNames({ name, slug }: OrganizationChanges, before?: Organization): void {
  if (name !== undefined) requireName(name, before?.name)
  if (slug === undefined || slug === before?.slug) return
  requireSlug(slug)
  if (isReservedSlug(slug)) throw new ApiError('ORGANIZATION_ALREADY_EXISTS')
}

async function requireOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = await findOrganization(ctx, id)
  if (!organization) throw new ApiError('ORGANIZATION_NOT_FOUND')
  return organization
}

const storedMetadata = (metadata: OrganizationChanges['metadata']) =>
  metadata === undefined ? {} : { metadata: metadata && JSON.stringify(metadata) }

const storedLogo = async (ctx: Context, logo: OrganizationChanges['logo']) =>
  logo === undefined ? {} : { logo: await keepPicture(ctx, logo) }

/** Requires a recent sign-in. Notifies all owners. */
export async function deleteOrganization(ctx: Context, scope: Scope<ReadSession>): Promise<Organization> {
  const { actor, organizationId } = scope
  const requireDeletable = async (tx: Context, authorize: () => void) => {
    authorize()
    await lockProvenSession(tx, actor)
  }
  await changeAsMember(ctx, scope, organizationPolicy.delete, requireDeletable)
  await leaveInAllSessions(ctx, organizationId)
  return changeAsMember(ctx, scope, organizationPolicy.delete, async (tx, authorize) => {
    await requireDeletable(tx, authorize)
    record(tx, 'organization.deleted', { organizationId })
    return endOrganization(tx, organizationId, actor.user)
  })
}

/** `authorize` throws unless `by` may still do it. */
export async function deleteAsAdministrator(
  ctx: Context,
  by: User,
  { organizationId, reason }: { organizationId: string; reason: string },
  authorize: (tx: Context) => Promise<unknown>,
): Promise<void> {
  await leaveInAllSessions(ctx, organizationId)
  await transaction(ctx, async (tx) => {
    if (!(await findAndLockOrganization(tx, organizationId))) throw new ApiError('ORGANIZATION_NOT_FOUND')
    await authorize(tx)
    record(tx, 'organization.deleted-by-administrator', { organizationId, reason })
    await endOrganization(tx, organizationId, by)
  })
}

/** Notifies all owners. Needs the lock of the organization, and its entry. */
async function endOrganization(tx: Context, organizationId: string, by: User): Promise<Organization> {
  await notifyOwnersOfDeletion(tx, organizationId, by)
  await writeRecorded(tx)
  const organization = await remove(tx, organizationId)
  if (!organization) throw new ApiError('ORGANIZATION_NOT_FOUND')
  return organization
}
