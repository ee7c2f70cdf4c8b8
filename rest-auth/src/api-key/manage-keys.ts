import { keyPrefix } from 'service/api-key.ts'
import { isOfRemote, type ActionsByResource } from 'contract/permissions.ts'
import { later, transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { emailUser } from '../mail/outbox.ts'
import { lockProven } from '../organization/actor.ts'
import { changeAsMember, requireMembership, requireOwnMember, type Scope } from '../organization/membership.ts'
import { keyPolicy, type Caller } from '../organization/policies.ts'
import { listRemotePermissions } from '../organization/role/remote-permissions.ts'
import { requireWithin, withoutKey } from '../organization/role/rights.ts'
import { describeCaller, type Client } from '../session/create-session.ts'
import type { ReadSession } from '../session/session.sql.ts'
import { lockUserById } from '../user/user.sql.ts'
import { ownScopes, type ApiKey } from './api-key.ts'
import {
  deleteKey as remove,
  findKey,
  findMemberships,
  insertKey,
  listKeys,
  updateKey as save,
  type KeyOwner,
  type StoredKey,
} from './api-key.sql.ts'
import { newKeyText } from '../active-key/key-text.ts'

const maxKeys = 100
const day = 86_400

export interface KeyChanges {
  readonly name?: string | null | undefined
  /** In seconds. Null: it never expires. */
  readonly expiresIn?: number | null | undefined
  readonly scopes?: readonly string[] | undefined
  /** Only for a person's key. */
  readonly organizationIds?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
}

type Change<T> = (tx: Context, caller: Caller | null) => Promise<T>

/** Runs under the lock of the owner. `caller`: who manages the keys of an organization. */
function changeKeys<T>(ctx: Context, active: ReadSession, owner: KeyOwner, change: Change<T>): Promise<T> {
  if ('userId' in owner)
    return transaction(ctx, async (tx) => {
      await lockUserById(tx, owner.userId)
      return change(tx, null)
    })
  const scope = { actor: active, organizationId: owner.organizationId }
  return changeAsMember(ctx, scope, keyPolicy, async (tx, authorize, caller) => {
    authorize()
    return change(tx, caller)
  })
}

/** Returns the key itself, which is not kept. Emails the person, because somebody else may have used their session. */
export function createKey(
  ctx: Context,
  active: ReadSession,
  owner: KeyOwner,
  client: Client,
  { name = null, expiresIn = null, scopes = [], organizationIds = [] }: KeyChanges,
): Promise<ApiKey & { key: string }> {
  return changeKeys(ctx, active, owner, async (tx, caller) => {
    await lockProven(tx, active)
    if ((await listKeys(tx, owner)).length >= maxKeys)
      throw new ApiError('TOO_MANY_KEYS', { details: { limit: maxKeys } })
    const text = newKeyText()
    const stored = await insertKey(tx, owner, {
      id: randomId(),
      name,
      start: text.slice(0, keyPrefix.length + 4),
      hash: hashToken(text),
      scopes: await storedScopes(tx, caller, scopes, []),
      memberIds: await requireMemberships(tx, active, owner, organizationIds),
      enabled: true,
      expiresAt: expiryIn(tx, expiresIn),
    })
    const label = name ?? `${stored.start}…`
    if ('userId' in owner) await emailUser(tx, active.user, 'keyAdded', { key: label, ...describeCaller(client) })
    record(tx, 'key.created', { ...about(stored), permissions: scopes.join(',') })
    return { ...(await toApiKey(tx, stored)), key: text }
  })
}

/** Absent fields stay. */
export async function changeKey(ctx: Context, active: ReadSession, id: string, changes: KeyChanges): Promise<ApiKey> {
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (fields.length === 0) throw new ApiError('NO_VALUES_TO_UPDATE')
  const owner = await requireOwner(ctx, active, id)
  return changeKeys(ctx, active, owner, async (tx, caller) => {
    await lockProven(tx, active)
    const before = await requireKey(tx, id)
    const { name = before.name, scopes, organizationIds, enabled = before.enabled, expiresIn } = changes
    const after = {
      id,
      name,
      enabled,
      scopes: await storedScopes(tx, caller, scopes, before.scopes),
      memberIds: organizationIds ? await requireMemberships(tx, active, owner, organizationIds) : null,
      expiresAt: expiresIn === undefined ? before.expiresAt : expiryIn(tx, expiresIn),
    }
    const stored = await save(tx, after)
    record(tx, 'key.changed', { ...about(stored), fields, permissions: stored.scopes.map(withoutKey).join(',') })
    return toApiKey(tx, stored)
  })
}

/** Takes effect at once. */
export async function deleteKey(ctx: Context, active: ReadSession, id: string): Promise<void> {
  const owner = await requireOwner(ctx, active, id)
  await changeKeys(ctx, active, owner, async (tx) => {
    const key = await requireKey(tx, id)
    await remove(tx, id)
    record(tx, 'key.deleted', about(key))
  })
}

export async function readKey(ctx: Context, active: ReadSession, id: string): Promise<ApiKey> {
  const owner = await requireOwner(ctx, active, id)
  if ('organizationId' in owner) await requireManager(ctx, { actor: active, ...owner })
  return toApiKey(ctx, await requireKey(ctx, id))
}

/** For the key itself. Null if it is gone. */
export async function readOwnKey(ctx: Context, id: string): Promise<ApiKey | null> {
  const key = await findKey(ctx, id)
  return key && toApiKey(ctx, key)
}

/** The newest first. */
export async function readKeys(ctx: Context, active: ReadSession, owner: KeyOwner): Promise<ApiKey[]> {
  if ('organizationId' in owner) await requireManager(ctx, { actor: active, ...owner })
  const [keys, remotes] = await Promise.all([listKeys(ctx, owner), listRemotePermissions(ctx)])
  return keys.map((key) => shownKey(key, remotes.map(storedNameOf)))
}

async function requireManager(ctx: Context, scope: Scope): Promise<void> {
  ;(await requireMembership(ctx, scope, keyPolicy)).authorize()
}

async function requireKey(ctx: Context, id: string): Promise<StoredKey> {
  const key = await findKey(ctx, id)
  if (!key) throw new ApiError('KEY_NOT_FOUND')
  return key
}

/** Nobody learns of the keys of others. */
async function requireOwner(ctx: Context, active: ReadSession, id: string): Promise<KeyOwner> {
  const { userId, organizationId } = await requireKey(ctx, id)
  if (userId === active.user.id) return { userId }
  if (organizationId === null) throw new ApiError('KEY_NOT_FOUND')
  await requireOwnMember(ctx, { actor: active, organizationId }, 'KEY_NOT_FOUND')
  return { organizationId }
}

/** The organizations must be open to the session: a key reaches them without it. */
async function requireMemberships(
  tx: Context,
  active: ReadSession,
  owner: KeyOwner,
  organizationIds: readonly string[],
): Promise<string[]> {
  if (!('userId' in owner) || organizationIds.length === 0) return []
  for (const organizationId of organizationIds)
    await requireOwnMember(tx, { actor: active, organizationId }, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  return (await findMemberships(tx, owner.userId, organizationIds)).map(({ id }) => id)
}

const storedNameOf = ({ name, resource }: { name: string; resource: string }): string =>
  `${resource}:${name.slice(name.indexOf(':') + 1)}`

/** In an organization, nobody gives, prolongs or takes what they lack. By default those `before`. */
async function storedScopes(
  tx: Context,
  caller: Caller | null,
  wanted: readonly string[] | undefined,
  before: readonly string[],
): Promise<readonly string[]> {
  const remotes = [...(wanted ?? []), ...before].some(isOfRemote) ? await listRemotePermissions(tx) : []
  const released = remotes.map(storedNameOf)
  // With the registration if it is unpublished: owners have those as well.
  const held = before.map((scope) => (isOfRemote(scope) && !released.includes(scope) ? scope : withoutKey(scope)))
  const all = { roles: [], permissions: [...new Set([...held, ...(wanted ?? [])])] }
  if (caller) requireWithin(caller, all, 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS')
  if (!wanted) return before
  const known = new Map<string, string>([
    ...ownScopes.map((scope) => [scope, scope] as const),
    ...remotes.map((remote) => [remote.name, storedNameOf(remote)] as const),
  ])
  const stored = [...new Set(wanted)].map((scope) => known.get(scope))
  if (stored.includes(undefined)) throw new ApiError('INVALID_SCOPE')
  return stored.filter((scope) => scope !== undefined)
}

function expiryIn(tx: Context, seconds: number | null): Date | null {
  if (seconds === null) return null
  if (seconds < day) throw new ApiError('EXPIRES_IN_IS_TOO_SMALL')
  if (seconds > 365 * day) throw new ApiError('EXPIRES_IN_IS_TOO_LARGE')
  return later(tx, seconds)
}

const about = ({ id, organizationId, userId }: StoredKey) => ({
  organizationId,
  keyId: id,
  ...(userId !== null && { userId }),
})

async function toApiKey(ctx: Context, key: StoredKey): Promise<ApiKey> {
  const remotes = key.scopes.some(isOfRemote) ? await listRemotePermissions(ctx) : []
  return shownKey(key, remotes.map(storedNameOf))
}

/** Without scopes of remotes that are unpublished now. */
function shownKey(key: StoredKey, released: readonly string[]): ApiKey {
  const { userId, organizationId, organizationIds, lastUsedAt, ...shown } = key
  const scopes = key.scopes.filter((scope) => !isOfRemote(scope) || released.includes(scope)).map(withoutKey)
  return {
    ...shown,
    configId: 'default',
    prefix: keyPrefix,
    referenceId: userId ?? organizationId ?? '',
    organizationIds: [...organizationIds],
    scopes,
    permissions: scopes.length === 0 ? null : actionsOf(scopes),
    lastRequest: lastUsedAt,
    metadata: null,
    remaining: null,
    refillAmount: null,
    refillInterval: null,
    lastRefillAt: null,
    rateLimitEnabled: false,
    rateLimitMax: null,
    rateLimitTimeWindow: null,
    requestCount: 0,
  }
}

function actionsOf(scopes: readonly string[]): Record<string, string[]> {
  const actions: Record<string, string[]> = {}
  for (const scope of scopes) {
    const [resource = '', action = ''] = scope.split(':')
    ;(actions[resource] ??= []).push(action)
  }
  return actions satisfies ActionsByResource
}
