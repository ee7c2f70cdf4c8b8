import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Calls } from '../http/calls.ts'
import { clientOf } from '../session/create-session.ts'
import { requireProof, requireSession } from '../session/session-guard.ts'
import type { ReadSession } from '../session/session.sql.ts'
import { apiKeySchema, type ApiKey } from './api-key.ts'
import type { KeyOwner } from './api-key.sql.ts'
import { changeKey, createKey, deleteKey, readKey, readKeys } from './manage-keys.ts'

/** better-auth's plugin also refuses them from clients. */
const ofServers = {
  permissions: z.unknown().optional(),
  remaining: z.unknown().optional(),
  refillAmount: z.unknown().optional(),
  refillInterval: z.unknown().optional(),
  rateLimitEnabled: z.unknown().optional(),
  rateLimitMax: z.unknown().optional(),
  rateLimitTimeWindow: z.unknown().optional(),
  userId: z.unknown().optional(),
}
const fields = {
  ...ofServers,
  name: z.string().optional(),
  expiresIn: z.number().int().min(1).nullish().describe('In seconds: a day to a year. Null: it never expires'),
  metadata: z.unknown().optional(),
  scopes: z.array(z.string()).max(200).optional().describe('Not in better-auth: such as `team:create`'),
  organizationIds: z.array(z.string()).max(100).optional().describe("Not in better-auth: where a person's key acts"),
}
const id = z.string()

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** @throws for fields that clients must not set */
function checkFields(body: { readonly metadata?: unknown; readonly name?: string | undefined }): void {
  if (Object.keys(ofServers).some((name) => isGiven(Reflect.get(body, name))))
    throw new ApiError('SERVER_ONLY_PROPERTY')
  if (isGiven(body.metadata)) throw new ApiError('METADATA_DISABLED')
  const { length } = body.name?.trim() ?? 'none'
  if (length < 1 || length > 32) throw new ApiError('INVALID_NAME_LENGTH')
}

const ownerOf = ({ user }: ReadSession, organizationId: string | undefined): KeyOwner =>
  organizationId === undefined ? { userId: user.id } : { organizationId }

const errorsOfOrganization = [
  'SECOND_FACTOR_REQUIRED',
  'UNAUTHORIZED',
  'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS',
  'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
] as const
const errorsOfFields = [
  'EXPIRES_IN_IS_TOO_LARGE',
  'EXPIRES_IN_IS_TOO_SMALL',
  'INVALID_NAME_LENGTH',
  'INVALID_SCOPE',
  'METADATA_DISABLED',
  'SERVER_ONLY_PROPERTY',
  'SESSION_IS_NOT_FRESH',
] as const

/** Only for people: a key must not make another one, and administrators who act for somebody neither. */
export function apiKeyRoutes({ get, post }: Calls, ctx: Context): void {
  post('/api-key/create', 'createApiKey', 'Create a key, of the caller or of an organization. It is shown only once', {
    errors: [...errorsOfOrganization, ...errorsOfFields, 'TOO_MANY_KEYS'],
    journal: ['key.created'],
    body: z.object({
      ...fields,
      organizationId: z.string().optional().describe('The organization that it will belong to'),
    }),
    returns: apiKeySchema.extend({ key: z.string() }).meta({ id: 'NewApiKey' }),
    async handler(request) {
      const active = await requireProof(ctx, request)
      checkFields(request.body)
      const owner = ownerOf(active, request.body.organizationId)
      return createKey(ctx, active, owner, clientOf(ctx, request), request.body)
    },
  })

  post('/api-key/update', 'updateApiKey', 'Change a key; absent fields stay', {
    errors: [...errorsOfOrganization, ...errorsOfFields, 'KEY_NOT_FOUND', 'NO_VALUES_TO_UPDATE'],
    journal: ['key.changed'],
    body: z.object({ ...fields, keyId: id, enabled: z.boolean().optional() }),
    returns: apiKeySchema,
    async handler(request) {
      const active = await requireProof(ctx, request)
      checkFields(request.body)
      const { keyId, name, expiresIn, scopes, organizationIds, enabled } = request.body
      return changeKey(ctx, active, keyId, { name, expiresIn, scopes, organizationIds, enabled })
    },
  })

  post('/api-key/delete', 'deleteApiKey', 'Revoke a key at once', {
    errors: [...errorsOfOrganization, 'KEY_NOT_FOUND'],
    journal: ['key.deleted'],
    body: z.object({ keyId: id }),
    returns: z.object({ success: z.literal(true) }),
    async handler(request) {
      await deleteKey(ctx, await requireSession(ctx, request), request.body.keyId)
      return { success: true as const }
    },
  })

  get('/api-key/get', 'getApiKey', 'Read a key, without its text', {
    errors: [...errorsOfOrganization, 'KEY_NOT_FOUND'],
    querystring: z.object({ id }),
    returns: apiKeySchema,
    handler: async (request) => readKey(ctx, await requireSession(ctx, request), request.query.id),
  })

  get('/api-key/list', 'listApiKeys', 'List the keys of the caller or of an organization, the newest first', {
    errors: [...errorsOfOrganization],
    querystring: z.object({
      organizationId: z.string().optional(),
      limit: z.coerce.number().int().min(0).optional(),
      offset: z.coerce.number().int().min(0).optional(),
      sortBy: z.enum(['name', 'createdAt', 'updatedAt', 'expiresAt', 'lastRequest']).optional(),
      sortDirection: z.enum(['asc', 'desc']).default('asc'),
    }),
    returns: z.object({
      apiKeys: z.array(apiKeySchema),
      total: z.int(),
      limit: z.int().optional(),
      offset: z.int().optional(),
    }),
    async handler(request) {
      const { organizationId, limit, offset = 0, sortBy, sortDirection } = request.query
      const active = await requireSession(ctx, request)
      const keys = await readKeys(ctx, active, ownerOf(active, organizationId))
      const sorted = sortBy ? keys.toSorted(comparing(sortBy, sortDirection)) : keys
      const apiKeys = sorted.slice(offset, limit === undefined ? undefined : offset + limit)
      return { apiKeys, total: keys.length, ...(limit !== undefined && { limit }), ...(offset > 0 && { offset }) }
    },
  })
}

type SortField = 'name' | 'createdAt' | 'updatedAt' | 'expiresAt' | 'lastRequest'

function comparing(field: SortField, direction: 'asc' | 'desc') {
  const textOf = (key: ApiKey) => {
    const value = key[field]
    return value instanceof Date ? value.toISOString() : (value ?? '')
  }
  const sign = direction === 'asc' ? 1 : -1
  return (a: ApiKey, b: ApiKey) => sign * (textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b)))
}
