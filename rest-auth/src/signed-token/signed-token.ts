import { fixed, type Fragment, onlyRow, sql } from 'database/sql.ts'
import { z } from 'zod'
import type { ActiveKey } from '../active-key/active-key.ts'
import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { randomId } from '../crypto/random.ts'
import { defaultOf } from '../organization/membership.ts'
import { joinViewer, sessionViewer, viewerOf, type Viewer } from '../organization/reach.sql.ts'
import { isOfRemote } from 'contract/permissions.ts'
import { parseStoredRoles } from 'contract/roles.ts'
import { effectivePermissions } from '../organization/role/rights.sql.ts'
import { idOfSlug } from '../organization/slug/slug.sql.ts'
import { isOwnershipProved } from '../user/user.sql.ts'
import type { ReadSession } from '../session/session.sql.ts'
import type { ActiveSession, Session } from '../session/session.ts'
import type { SigningKeys } from './signing-key.ts'

/** In seconds: services notice ended sessions and changed roles this late. */
const serviceTokenLife = 300
/** As in better-auth. */
const programTokenLife = 900

/** An explicit type prevents confusion with other tokens (RFC 8725, section 3.11). */
export const serviceTokenType = 'service+jwt'

const membershipForm = z
  .object({ id: z.string(), role: z.string(), teams: z.array(z.string()), permissions: z.array(z.string()) })
  .nullable()

/** By default the active organization. Nobody has to choose if there is only one. */
const activeOrOnly = sql`coalesce(s."activeOrganizationId", (
  select min(x."organizationId") from (
    select m."organizationId" from "member" m where m."userId" = s."userId" limit 2
  ) x having count(*) = 1))`

/** The first one comes first. At most a hundred, because tokens travel in headers. */
const teamIdsOfCaller = `array(
  select c."teamId" from "teamMember" c where c."organizationId" = caller."organizationId" and c."userId" = caller."userId"
  order by c."teamId" <> caller."teamId", c."createdAt", c."id" limit 100)`

const membershipOf = (organizationId: Fragment, viewer: Viewer): Fragment => sql`
  (select row_to_json(x)::text from (
    select caller."organizationId" as "id", coalesce(caller."role", '') as "role", ${fixed(teamIdsOfCaller)} as "teams",
      array_to_json(${fixed(effectivePermissions('caller'))}) as "permissions"
    from (select ${organizationId} as "id") named ${joinViewer('named."id"', viewer)}
  ) x)`

/** A column for queries of `"session" s`: in the organization of `slug`. */
export const membershipIn = (slug: string | undefined): Fragment =>
  membershipOf(slug === undefined ? activeOrOnly : idOfSlug(slug), sessionViewer())

/** The same for a key, by default in its only organization. */
export async function findMembershipOfKey(
  ctx: Context,
  key: ActiveKey,
  slug: string | undefined,
): Promise<string | null> {
  const organizationId = slug === undefined ? sql`${defaultOf(key)}::text` : idOfSlug(slug)
  const { membership } = await onlyRow(ctx.db.read<{ membership: string | null }[]>`
    select ${membershipOf(organizationId, viewerOf(ctx, key))} as "membership"`)
  return membership
}

/** RFC 8693, section 4.1: the administrator who acts for the user. */
export const actOf = ({ impersonatedBy }: Session) => (impersonatedBy === null ? {} : { act: { sub: impersonatedBy } })

/** RFC 7519. Includes the permissions in the organization of `beside`. */
export async function signServiceToken(
  ctx: Context,
  keys: SigningKeys,
  { session, user, beside }: ReadSession,
  audience: string,
) {
  const now = seconds(ctx.now())
  const expiresIn = Math.max(0, Math.min(serviceTokenLife, seconds(session.expiresAt) - now))
  const claims = {
    iss: ctx.config.AUTH_URL,
    aud: audience,
    sub: user.id,
    userRole: user.role,
    sid: sealSession(ctx, session),
    organization: organizationClaim(beside, audience),
    jti: randomId(),
    iat: now,
    exp: now + expiresIn,
    ...actOf(session),
  }
  const token = await keys.sign(claims, serviceTokenType)
  return { token, expiresIn, userId: user.id }
}

/** The key acts for its person, or for itself (RFC 8693, section 4.1). It has no session that could be exchanged. */
export async function signServiceTokenOfKey(
  ctx: Context,
  keys: SigningKeys,
  { id, userId }: ActiveKey,
  membership: string | null,
  audience: string,
) {
  const now = seconds(ctx.now())
  const own = `key:${id}`
  const organization = organizationClaim(membership, audience)
  const claims = {
    iss: ctx.config.AUTH_URL,
    aud: audience,
    sub: userId ?? own,
    userRole: 'user',
    organization: organization && { ...organization, roles: [] },
    jti: randomId(),
    iat: now,
    exp: now + serviceTokenLife,
    act: { sub: own },
  }
  return { token: await keys.sign(claims, serviceTokenType), expiresIn: serviceTokenLife, userId: userId ?? own }
}

/** Tokens travel in headers, so without permissions of other remotes. */
function organizationClaim(beside: string | null, remote: string) {
  const membership = membershipForm.parse(beside === null ? null : JSON.parse(beside))
  if (membership === null) return null
  const { id, role, teams } = membership
  const permissions = membership.permissions.filter((name) => !isOfRemote(name) || name.startsWith(`${remote}:`))
  return { id, roles: parseStoredRoles(role), teams, permissions }
}

/** Services take `emailVerified` for ownership, so it requires proved ownership. */
export async function signProgramToken(
  ctx: Context,
  keys: SigningKeys,
  { user, session }: ActiveSession,
): Promise<string> {
  const now = seconds(ctx.now())
  const ends = session.impersonatedBy === null ? Infinity : seconds(session.expiresAt)
  const { AUTH_URL } = ctx.config
  const claims = {
    iss: AUTH_URL,
    aud: AUTH_URL,
    sub: user.id,
    iat: now,
    exp: Math.min(now + programTokenLife, ends),
    ...actOf(session),
  }
  return keys.sign({ ...user, emailVerified: await isOwnershipProved(ctx, user.id), ...claims })
}

const sealedSession = 'session of a token'
/** With a random nonce: two tokens do not reveal whether they share a session. */
const sealSession = ({ config }: Context, { id }: Session): string => encrypt(config.secrets, sealedSession, id)
export const openSession = ({ config }: Context, sealed: string): string | null =>
  decrypt(config.secrets, sealedSession, sealed)

export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
