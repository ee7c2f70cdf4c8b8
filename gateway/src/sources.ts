import { beyondAccessToken } from './errors.ts'
import {
  type ApiKey,
  type AuditLogEntry,
  Role,
  type UserError,
  type Webhook,
  type WebhookDelivery,
} from 'contract/generated/graphql.ts'
import type { Connection } from './relay/connection.ts'
import { globalId, type NodeKind } from './relay/global-id.ts'
import type { LoadedOrganization } from './upstream/batch-reader.ts'
import type { ActorResponse, BatchResponse, SessionResponse } from './upstream/rest-auth-client.ts'

// Parent values of resolvers (codegen.ts). rest-auth's batch read uses the schema's field names.
// Brief rows of pages lack what their document does not select (look-ahead/parts.ts).

type Parts = Required<BatchResponse['organizations'][number]>
type BatchMember = Parts['members']['items'][number]
type BatchInvitation = BatchResponse['invitations'][number]
type RequiredOfInvitation = 'id' | 'email' | 'status' | 'expiresAt'

export type NodeSource = { readonly __typename: NodeKind } & object
export interface ViewerSource {
  readonly user: ActorUser
  readonly session: Pick<NonNullable<SessionResponse>['session'], 'activeOrganizationId'>
}
type ActorUser = NonNullable<ActorResponse['user']>
export type ActorSource = ActorResponse
type BatchUser = Omit<BatchMember['user'], 'updatedAt' | 'proved'> & {
  readonly updatedAt?: string | undefined
  /** Missing in the user of a session. */
  readonly proved?: boolean | undefined
}
export type UserSource = BatchUser & { readonly databaseId: string }
export type OrganizationSource = LoadedOrganization
export type OrganizationConnectionSource = Connection<OrganizationSource>
export type MemberSource = Omit<BatchMember, 'user'> & {
  readonly databaseId: string
  readonly roles: Role[]
  readonly user: UserSource
}
export type MemberConnectionSource = Connection<MemberSource>
export type TeamSource = Parts['teams']['items'][number]
export type TeamConnectionSource = Connection<TeamSource>
/** From any call. Missing fields are read when they are selected. */
export type InvitationSource = Pick<BatchInvitation, RequiredOfInvitation> &
  Partial<Omit<BatchInvitation, RequiredOfInvitation | 'role'>> & {
    role: string | null
    teamId?: string | null | undefined
  }
export type InvitationConnectionSource = Connection<InvitationSource>
export interface OrganizationRoleSource {
  readonly name: string
  readonly label: string | null
  readonly grants: string[]
  readonly organizationId: string
}
export type RemotePermissionSource = NonNullable<Parts['remotePermissions']>[number]
export type WebhookDeliveryConnectionSource = Connection<WebhookDelivery>
export type AuditLogEntryConnectionSource = Connection<AuditLogEntry> & { readonly keptDays: number }

/** The result of a mutation: the rest-auth ids of the objects it changed, or why it was refused. */
export interface Outcome {
  readonly organizationId?: string | undefined
  readonly memberId?: string | undefined
  readonly teamId?: string | undefined
  readonly invitation?: InvitationSource | undefined
  readonly isEmailSent?: boolean | undefined
  readonly role?: OrganizationRoleSource | undefined
  readonly deletedRoleName?: string | undefined
  readonly webhook?: Webhook | undefined
  readonly secret?: string | undefined
  readonly deliveryId?: string | undefined
  readonly deletedWebhookId?: string | undefined
  readonly apiKey?: ApiKey | undefined
  readonly key?: string | undefined
  readonly deletedApiKeyId?: string | undefined
  readonly query: object
  readonly userErrors: UserError[]
}

/** For access tokens, which do not permit fields of the session and the user. */
export const delegatingViewer: ViewerSource = {
  get session(): never {
    throw beyondAccessToken()
  },
  get user(): never {
    throw beyondAccessToken()
  },
}

/** Null for the key of an organization. A key has no session, so nothing is active. */
export const viewerOfKey = ({ user }: ActorResponse): ViewerSource | null =>
  user && { user, session: { activeOrganizationId: null } }

/** Cheaper than a resolver per field, because a page has up to a hundred members. */
export const toMember = (member: BatchMember): MemberSource => ({
  ...member,
  id: globalId('M', member.id),
  databaseId: member.id,
  roles: parseRoles(member.role),
  user: toUser(member.user),
})

export const toUser = (user: BatchUser): UserSource => ({ ...user, id: globalId('U', user.id), databaseId: user.id })

/** The session has another "updatedAt", which counts changes that only the user sees. */
export const toOwnUser = (user: ViewerSource['user']): UserSource => toUser({ ...user, updatedAt: undefined })

const rolesByName: ReadonlyMap<string, Role> = new Map(Object.values(Role).map((role) => [role.toLowerCase(), role]))

/** Also those that the organization has made. */
export const allRoles = (text: string): string[] => text.split(',').flatMap((name) => name.trim() || [])

/** The built-in ones. */
export function parseRoles(text: string): Role[] {
  return text.split(',').flatMap((name) => rolesByName.get(name.trim()) ?? [])
}

export function roleNames(roles: readonly Role[]): string[] {
  return roles.map((role) => role.toLowerCase())
}
