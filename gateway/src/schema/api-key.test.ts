import { expect, test } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()

const fields = 'databaseId name start scopes organizationIds isEnabled createdAt updatedAt expiresAt lastUsedAt'

async function change(who: Visitor, mutation: string, input: object, selection: string) {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} userErrors { code } } }`
  const response = await who.graphql(document, { input })
  expect([response.errors, response.at(mutation, 'userErrors')]).toEqual([[], []])
  return (name: string) => response.at(mutation, name)
}

const ownKeys = async (who: Visitor) =>
  (await who.graphql(`{ viewer { apiKeys { ${fields} } } }`)).at('viewer', 'apiKeys')

const inDays = (days: number, time: unknown) =>
  expect(Math.abs(Date.parse(String(time)) - Date.now() - days * 86_400_000)).toBeLessThan(60_000)

test('manages the keys of the viewer', async () => {
  const { owner, id } = await createTestOrganization(gateway)
  const input = { name: 'CI', scopes: ['team:create'], organizationIds: [id], expiresInDays: 90 }
  const made = await change(owner, 'createApiKey', input, `key apiKey { ${fields} }`)
  const key = Object(made('apiKey'))
  expect(made('key')).toMatch(new RegExp(`^${key.start}[0-9A-Za-z]{34}$`))
  expect(key).toMatchObject({ name: 'CI', scopes: ['team:create'], organizationIds: [id], isEnabled: true })
  inDays(90, key.expiresAt)
  expect(await ownKeys(owner)).toEqual([key])
  const keyId = key.databaseId
  const changed = await change(
    owner,
    'updateApiKey',
    { keyId, name: 'Deploy', scopes: [], organizationIds: [], expiresInDays: null, isEnabled: false },
    `apiKey { ${fields} }`,
  )
  const after = { ...key, name: 'Deploy', scopes: [], organizationIds: [], expiresAt: null, isEnabled: false }
  expect(changed('apiKey')).toEqual({ ...after, updatedAt: expect.any(String) })
  const enabled = await change(owner, 'updateApiKey', { keyId, isEnabled: true }, `apiKey { ${fields} }`)
  expect(enabled('apiKey')).toMatchObject({ name: 'Deploy', expiresAt: null, isEnabled: true })
  expect((await change(owner, 'deleteApiKey', { keyId }, 'deletedApiKeyId'))('deletedApiKeyId')).toBe(keyId)
  expect(await ownKeys(owner)).toEqual([])
})

test('manages the keys of an organization for owners, who see the grant', async () => {
  const organization = await createTestOrganization(gateway)
  const { owner, id } = organization
  const admin = await organization.join('ADMIN')
  const document =
    'query ($id: ID!) { organization(by: { id: $id }) { viewerGrants apiKeys { name organizationIds } } }'
  await change(owner, 'createApiKey', { name: 'Sync', organizationId: id }, 'key')
  const [own, other] = [await owner.graphql(document, { id }), await admin.graphql(document, { id })]
  expect(own.at('organization', 'apiKeys')).toEqual([{ name: 'Sync', organizationIds: [id] }])
  expect([await ownKeys(owner), other.at('organization', 'apiKeys')]).toEqual([[], null])
  expect(own.at('organization', 'viewerGrants')).toContain('key:manage')
  expect(other.at('organization', 'viewerGrants')).not.toContain('key:manage')
  expect(other.errors[0]?.extensions).toMatchObject({
    code: 'FORBIDDEN',
    reason: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS',
  })
})
