import { person, sessionOf } from 'kit/testing/people'
import { server } from 'kit/testing/server'
import type { Permission, Role } from '../generated/graphql.ts'

export const ada = person('Ada')

export const refusedWith = (code: string) => ({ isEmailSent: false, userErrors: [{ code }] })
export const done = { isEmailSent: true, userErrors: [] }

interface PageArguments {
  after?: string | null
  before?: string | null
  role?: Role | null
  assignedRole?: string | null
}

/** Paginates like the gateway, and filters by role. */
export function inPages<Node extends object>(nodes: () => Node[], size = 100) {
  return async ({ after, before, role, assignedRole }: PageArguments) => {
    const wanted = assignedRole ?? role?.toLowerCase()
    const all = nodes().filter(
      (node) =>
        !wanted ||
        ('assignedRoles' in node && Array.isArray(node.assignedRoles) && node.assignedRoles.includes(wanted)),
    )
    const start = before == null ? Number(after ?? 0) : Math.max(0, Number(before) - size)
    const end = start + size
    const places = { startCursor: String(start), endCursor: String(end) }
    const pageInfo = { hasNextPage: all.length > end, hasPreviousPage: start > 0, ...places }
    return { totalCount: all.length, nodes: all.slice(start, end), pageInfo }
  }
}

const namesOf = (roles: readonly Role[]) => roles.map((role) => role.toLowerCase())

export function member(name: string, ...roles: Role[]) {
  return {
    id: `member ${name}`,
    roles,
    teams: [],
    hasSecondFactor: null as boolean | null,
    assignedRoles: namesOf(roles),
    user: { id: name, name, email: `${name.toLowerCase()}@example.com`, image: null, isEmailProved: true },
  }
}

/** For `<name>@example.com`. */
export function invitation(name: string, ...roles: Role[]) {
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  return {
    id: `invitation ${name}`,
    databaseId: `rest id of ${name}`,
    email: `${name}@example.com`,
    roles,
    assignedRoles: namesOf(roles),
    teams: [],
    status: 'PENDING',
    expiresAt,
    isExpired: false,
  }
}

const allGrants = `organization:update organization:delete member:create member:update member:delete invitation:create
  invitation:cancel team:create team:update team:delete audit:read ac:create ac:read ac:update ac:delete
  webhook:manage`.split(/\s+/)

export const ownRole = (name: string, label: string | null, grants: string[], memberCount = 0) => ({
  name,
  label,
  grants,
  memberCount,
})

/** As seen by Ada; tests may modify it. */
export function organization(viewerRoles: Role[], viewerPermissions: Permission[]) {
  const viewer = member('Ada', ...viewerRoles)
  return {
    id: 'rowers',
    databaseId: 'rest id of rowers',
    name: 'Rowers',
    slug: 'rowers',
    needsSecondFactor: false,
    secondFactorRequiredAt: null as string | null,
    viewerPermissions,
    viewerGrants: viewerPermissions.map((permission) => permission.toLowerCase().replace('_', ':')),
    viewerMembership: viewer,
    roles: new Array<ReturnType<typeof ownRole>>(),
    remotePermissions: new Array<{ name: string; label: string }>(),
    builtInRoles: [
      ownRole('owner', null, allGrants, 1),
      ownRole('admin', null, []),
      ownRole('member', null, ['ac:read']),
    ],
    members: inPages(() => [viewer]),
    teams: inPages<object>(() => []),
    invitations: inPages<object>(() => []),
  }
}

/** Refuses `field` until Ada signs in again. */
export function refuseUntilSignIn(field: string): void {
  const account = {
    id: 'a',
    providerId: 'credential',
    provider: 'credential',
    accountId: '1',
    userId: ada.id,
    scopes: [],
  }
  server.rest['GET /list-accounts'] = () => [{ ...account, createdAt: ada.createdAt, updatedAt: ada.updatedAt }]
  server.graphql[field] = () => refusedWith('SESSION_IS_NOT_FRESH')
  server.rest['POST /sign-in/email'] = () => {
    server.graphql[field] = () => done
    return { redirect: false, token: 'new token', user: ada }
  }
  // The new session keeps the active organization.
  server.rest['POST /organization/set-active'] = () => null
  server.rest['POST /revoke-session'] = () => ({ status: true })
}

/** Signs in Ada, a member of these organizations. The first one is active. */
export function serve(...organizations: ReturnType<typeof organization>[]): void {
  const activeOrganizationId = organizations[0]?.databaseId ?? null
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId }) }
  server.graphql['organization'] = ({ by }: { by: { id?: string; slug?: string } }) =>
    organizations.find(({ id, slug }) => slug === by.slug || id === by.id) ?? null
}
