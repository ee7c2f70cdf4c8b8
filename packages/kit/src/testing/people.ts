import type { PageOrganization } from '../organization/use-organization.ts'
import type { Session, User } from '../session/session-types.ts'

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }

/** Creates a user with a verified email: `person('Ann', { username: 'ann' })`. */
export function person(name: string, more: Partial<User> = {}): User {
  const id = name.toLowerCase()
  const unset = { image: null, username: null, displayUsername: null, language: null }
  const rights = { role: 'user', banned: false, banReason: null, banExpires: null, twoFactorEnabled: false } as const
  return { id, name, email: `${id}@example.com`, emailVerified: true, ...unset, ...rights, ...times, ...more }
}

/** Creates a session without an active organization. */
export function sessionOf({ id }: Pick<User, 'id'>, more: Partial<Session> = {}): Session {
  const secrets = { token: `token of ${id}`, expiresAt: '2036-01-01T00:00:00.000Z' }
  const unset = { ipAddress: null, userAgent: null, activeOrganizationId: null, activeTeamId: null }
  return { id: `session of ${id}`, userId: id, impersonatedBy: null, ...secrets, ...unset, ...times, ...more }
}

/** Creates an organization for `server.organization`: `organization('Acme', ['organization:update'])`. */
export function organization(name: string, permissions: string[] = []): PageOrganization {
  const id = name.toLowerCase()
  return { id, name, slug: id, logo: null, roles: ['member'], permissions }
}
