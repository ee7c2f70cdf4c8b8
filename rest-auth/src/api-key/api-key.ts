import { z } from 'zod'
import { keyPrefix } from 'service/api-key.ts'
import { permissions, type Permission } from 'contract/permissions.ts'

/** For people only. */
const ofPeople: readonly Permission[] = ['organization:delete', 'key:manage']
/** Those of the platform. Remotes bring more. */
export const ownScopes = permissions.filter((permission) => !ofPeople.includes(permission))

const none = z.null().describe('Always null: better-auth has it, this product does not')

export const apiKeySchema = z
  .object({
    id: z.string(),
    configId: z.literal('default'),
    name: z.string().nullable(),
    start: z.string().describe('Its first characters'),
    prefix: z.literal(keyPrefix),
    referenceId: z.string().describe('The user or the organization that it belongs to'),
    organizationIds: z.array(z.string()).describe('Not in better-auth: where it acts'),
    scopes: z.array(z.string()).describe('Not in better-auth: such as `team:create`'),
    permissions: z.record(z.string(), z.array(z.string())).nullable().describe('The scopes, as actions by resource'),
    enabled: z.boolean(),
    expiresAt: z.date().nullable(),
    lastRequest: z.date().nullable().describe('To the minute'),
    createdAt: z.date(),
    updatedAt: z.date(),
    metadata: none,
    remaining: none,
    refillAmount: none,
    refillInterval: none,
    lastRefillAt: none,
    rateLimitEnabled: z.literal(false),
    rateLimitMax: none,
    rateLimitTimeWindow: none,
    requestCount: z.literal(0),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = Readonly<z.infer<typeof apiKeySchema>>
