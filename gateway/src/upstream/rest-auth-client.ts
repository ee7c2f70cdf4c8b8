import type { paths } from 'contract/generated/openapi.ts'
import type { Upstream } from './upstream.ts'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Method<P extends keyof paths, M extends 'get' | 'post'> = NonNullable<paths[P][M]>
type Result<O> = O extends { responses: { 200: infer Response } } ? Json<Response> : never
type Query<O> = O extends { parameters: { query?: infer Parameters } } ? Given<Parameters> : never
type Given<Parameters> = [Parameters] extends [undefined] ? Record<string, never> : NonNullable<Parameters>
type Input<O> = O extends { requestBody?: infer Body } ? Loose<Json<NonNullable<Body>>> : never
/** JSON and `searchOf` omit undefined values, so optional fields may be undefined. */
type Loose<T> = T extends readonly unknown[] ? T : T extends object ? LooseObject<T> : T
type LooseObject<T> = { [K in keyof T]: Loose<T[K]> | (object extends Pick<T, K> ? undefined : never) }

const get =
  <P extends keyof paths>(path: P) =>
  (upstream: Upstream, query: Loose<Query<Method<P, 'get'>>>) =>
    upstream.call<Result<Method<P, 'get'>>>('GET', path + searchOf(query))

const post =
  <P extends keyof paths>(path: P, isRead = false) =>
  (upstream: Upstream, body: Input<Method<P, 'post'>>) =>
    upstream.call<Result<Method<P, 'post'>>>('POST', path, body, isRead)

/** A read by POST, because its input may be too long for a URL. */
const readByPost = <P extends keyof paths>(path: P) => post(path, true)

function searchOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    // Otherwise a lone surrogate, which JSON can contain, would throw.
    value === undefined ? [] : `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

export const restAuth = {
  getSession: get('/get-session'),
  getActor: get('/actor'),
  getAddressToProve: get('/address-to-prove'),
  readBatch: get('/organization/batch'),
  readAuditLog: get('/organization/audit-log'),
  getInvitation: get('/organization/get-invitation'),
  checkSlug: readByPost('/organization/check-slug'),
  suggestSlugs: readByPost('/organization/suggest-slugs'),
  hasPermission: readByPost('/organization/has-permission'),
  createOrganization: post('/organization/create'),
  updateOrganization: post('/organization/update'),
  requireSecondFactor: post('/organization/require-second-factor'),
  deleteOrganization: post('/organization/delete'),
  setActiveOrganization: post('/organization/set-active'),
  leaveOrganization: post('/organization/leave'),
  updateMemberRole: post('/organization/update-member-role'),
  replaceMemberRole: post('/organization/replace-member-role'),
  updateMemberTeam: post('/organization/update-member-team'),
  removeMember: post('/organization/remove-member'),
  inviteMember: post('/organization/invite-member'),
  acceptInvitation: post('/organization/accept-invitation'),
  rejectInvitation: post('/organization/reject-invitation'),
  cancelInvitation: post('/organization/cancel-invitation'),
  createTeam: post('/organization/create-team'),
  updateTeam: post('/organization/update-team'),
  removeTeam: post('/organization/remove-team'),
  addTeamMember: post('/organization/add-team-member'),
  removeTeamMember: post('/organization/remove-team-member'),
  createRole: post('/organization/create-role'),
  updateRole: post('/organization/update-role'),
  deleteRole: post('/organization/delete-role'),
  listWebhooks: get('/organization/list-webhooks'),
  listWebhookDeliveries: get('/organization/list-webhook-deliveries'),
  createWebhook: post('/organization/create-webhook'),
  updateWebhook: post('/organization/update-webhook'),
  rotateWebhookSecret: post('/organization/rotate-webhook-secret'),
  deleteWebhook: post('/organization/delete-webhook'),
  testWebhook: post('/organization/test-webhook'),
  redeliverWebhook: post('/organization/redeliver-webhook'),
  listApiKeys: get('/api-key/list'),
  createApiKey: post('/api-key/create'),
  updateApiKey: post('/api-key/update'),
  deleteApiKey: post('/api-key/delete'),
}

export type BatchQuery = Query<Method<'/organization/batch', 'get'>>
export type BatchResponse = Result<Method<'/organization/batch', 'get'>>
export type AuditLogResponse = Result<Method<'/organization/audit-log', 'get'>>
export type ActorResponse = Result<Method<'/actor', 'get'>>
export type ApiKeyResponse = Result<Method<'/api-key/update', 'post'>>
export type SessionResponse = Result<Method<'/get-session', 'get'>>
