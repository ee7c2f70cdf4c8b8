import { graphql } from '../generated/gql.ts'
import type { ApiKeyFieldsFragment } from '../generated/graphql.ts'

graphql(`
  fragment ApiKeyFields on ApiKey {
    databaseId
    name
    start
    scopes
    organizationIds
    isEnabled
    expiresAt
    lastUsedAt
  }
`)

export const updateMutation = graphql(`
  mutation UpdateApiKey($input: UpdateApiKeyInput!) {
    updateApiKey(input: $input) {
      apiKey {
        ...ApiKeyFields
      }
      userErrors {
        code
      }
    }
  }
`)

export type Key = ApiKeyFieldsFragment

/** Whom the keys belong to, and what they can be given. */
export interface Owner {
  /** Absent for the viewer. */
  organizationId?: string
  /** Where they can act. */
  organizations: readonly { id: string; name: string; grants: readonly string[] }[]
  remotePermissions: readonly { name: string; label: string }[]
}

/** In milliseconds; negative once it has expired. */
export const timeLeft = ({ expiresAt }: Pick<Key, 'expiresAt'>): number =>
  expiresAt == null ? Infinity : Date.parse(expiresAt) - Date.now()

const ofPeople = ['organization:delete', 'key:manage']

/** Permissions that the viewer has in at least one of them, except those for people only. */
export const givableIn = (organizations: Owner['organizations']): string[] => [
  ...new Set(organizations.flatMap(({ grants }) => grants).filter((grant) => !ofPeople.includes(grant))),
]
