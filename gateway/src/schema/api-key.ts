import type { ApiKey } from 'contract/generated/graphql.ts'
import { globalId, localId } from '../relay/global-id.ts'
import { restAuth, type ApiKeyResponse } from '../upstream/rest-auth-client.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { change, organizationIdOf } from './payload.ts'

const toApiKey = ({ id, organizationIds, enabled, lastRequest, ...key }: ApiKeyResponse): ApiKey => ({
  ...key,
  databaseId: id,
  organizationIds: organizationIds.map((each) => globalId('O', each)),
  isEnabled: enabled,
  lastUsedAt: lastRequest,
})

interface Input {
  readonly scopes?: readonly string[] | null | undefined
  readonly organizationIds?: readonly string[] | null | undefined
  readonly expiresInDays?: number | null | undefined
}
const toBody = ({ scopes, organizationIds, expiresInDays: days }: Input) => ({
  scopes: scopes ? [...scopes] : undefined,
  organizationIds: organizationIds?.map((id) => localId('Organization', id)),
  expiresIn: days == null ? days : days * 86_400,
})

export const apiKeyResolvers = {
  Organization: {
    apiKeys: async ({ id }, _, { upstream }) =>
      (await restAuth.listApiKeys(upstream, { organizationId: id })).apiKeys.map(toApiKey),
  },
  Viewer: {
    apiKeys: async (_, __, { upstream }) => (await restAuth.listApiKeys(upstream, {})).apiKeys.map(toApiKey),
  },

  Mutation: {
    createApiKey: change(async (upstream, { name, ...input }) => {
      const { key, ...made } = await restAuth.createApiKey(upstream, {
        ...toBody(input),
        organizationId: organizationIdOf(input),
        name,
      })
      return { apiKey: toApiKey(made), key }
    }),
    updateApiKey: change(async (upstream, { keyId, name, isEnabled, ...input }) => {
      const enabled = isEnabled ?? undefined
      const changed = await restAuth.updateApiKey(upstream, {
        ...toBody(input),
        keyId,
        name: name ?? undefined,
        enabled,
      })
      return { apiKey: toApiKey(changed) }
    }),
    deleteApiKey: change(async (upstream, { keyId }) => {
      await restAuth.deleteApiKey(upstream, { keyId })
      return { deletedApiKeyId: keyId }
    }),
  },
} satisfies Resolvers
