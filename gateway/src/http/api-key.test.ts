import { beforeEach, expect, test } from 'vitest'
import { makeKey } from '../testing/api-key.ts'
import { createTestOrganization, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()
beforeEach(() => gateway.relay.clear())

/** A program with a key of the owner, or of the organization. */
async function programOf(acme: TestOrganization, kind: 'personal' | 'own', scopes: string[], header = 'x-api-key') {
  const restId = acme.id.slice(2)
  const where = kind === 'personal' ? { organizationIds: [restId] } : { organizationId: restId }
  const { id, key } = await makeKey(acme.owner, { name: 'CI', scopes, ...where })
  const headers = { [header]: header === 'authorization' ? `Bearer ${key}` : key }
  return {
    id,
    send: (query: string, variables: object = {}, more: Record<string, string> = {}) =>
      gateway.visitor().graphql(query, variables, { ...headers, ...more }),
  }
}

const whole = `query ($slug: String!) {
  actor { kind user { email } keyId scopes organization { slug } }
  viewer { user { email } isEmailVerified isEmailProved activeOrganization { slug } organizations { totalCount nodes { slug } }
    invitations { totalCount } teams { totalCount } }
  organization(by: { slug: $slug }) {
    slug viewerGrants viewerPermissions members { totalCount } teams { nodes { name } } roles { name }
    auditLog(first: 1) { nodes { event } }
  }
}`

test.each(['x-api-key', 'authorization'])('reads as the person, with the scopes of the key, in %s', async (header) => {
  const [acme, other] = [await createTestOrganization(gateway), await createTestOrganization(gateway)]
  const { id, send } = await programOf(acme, 'personal', ['audit:read', 'team:create'], header)
  const { data, errors } = await send(whole, { slug: acme.slug })
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    actor: { kind: 'key', user: { email: acme.owner.email }, keyId: id, organization: { slug: acme.slug } },
    viewer: {
      user: { email: acme.owner.email },
      activeOrganization: null,
      organizations: { totalCount: 1, nodes: [{ slug: acme.slug }] },
      invitations: { totalCount: 0 },
    },
    organization: { slug: acme.slug, viewerPermissions: ['TEAM_CREATE', 'AUDIT_READ'], members: { totalCount: 1 } },
  })
  expect((await send(whole, { slug: other.slug })).data).toMatchObject({ organization: null })
})

test('of an organization has no viewer, and changes what its scopes permit', async () => {
  const acme = await createTestOrganization(gateway)
  const { id, send } = await programOf(acme, 'own', ['team:create', 'audit:read'])
  const { data } = await send(whole, { slug: acme.slug })
  expect(data).toMatchObject({ viewer: null, actor: { user: null, keyId: id }, organization: { slug: acme.slug } })
  const create = `mutation ($id: ID!) { createTeam(input: { organizationId: $id, name: "New" }) {
    team { name } userErrors { code missingGrant } } }`
  expect((await send(create, { id: acme.id })).data).toMatchObject({
    createTeam: { team: { name: 'New' }, userErrors: [] },
  })
  const log = await send(
    'query ($slug: String!) { organization(by: { slug: $slug }) { auditLog(first: 1) { nodes { event actor { kind name } } } } }',
    { slug: acme.slug },
  )
  expect(log.at('organization', 'auditLog', 'nodes')).toEqual([
    { event: 'team.created', actor: { kind: 'key', name: 'CI' } },
  ])
  const rename = `mutation ($id: ID!) { updateOrganization(input: { organizationId: $id, name: "New" }) { userErrors { code missingGrant } } }`
  const refused = await send(rename, { id: acme.id })
  expect(JSON.stringify(refused)).toContain('organization:update')
})

test('is refused beside a session, when it is wrong, and for what only people do', async () => {
  const acme = await createTestOrganization(gateway)
  const { send } = await programOf(acme, 'personal', [])
  const query = '{ actor { kind } }'
  const wrong = await send(query, {}, { 'x-api-key': 'acct_wrong' })
  expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')])
  const created = await send('mutation { createOrganization(input: { name: "X", slug: "x" }) { userErrors { code } } }')
  expect(JSON.stringify(created)).toContain('CALL_IS_CLOSED_TO_KEYS')
})
