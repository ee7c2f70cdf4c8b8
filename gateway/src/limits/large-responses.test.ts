import { beforeAll, expect, test, vi } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { limits } from 'contract/graphql/limits.ts'

const gateway = await startGateway()
const acme = await createTestOrganization(gateway)
const other = await createTestOrganization(gateway, acme.owner)
const metadata = { note: 'x'.repeat(8000) }
beforeAll(async () => {
  const { data } = await acme.owner.graphql(
    'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { userErrors { code } } }',
    { input: { organizationId: acme.id, logo: `https://example.com/${'x'.repeat(2000)}`, metadata } },
  )
  expect(data).toEqual({ updateOrganization: { userErrors: [] } })
})

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')
const logos = (count: number) =>
  `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization { ${aliases(count, 'logo')} } } } #${Math.random()}`
const hundred = { ids: Array(100).fill(acme.id) }

test('rejects a response over 5 MB without more work than for one just below', async () => {
  const cpu: { honest: number; refused: number }[] = []
  const measured = async (count: number) => {
    const before = process.cpuUsage()
    const response = await acme.owner.graphql(logos(count), hundred)
    const { user, system } = process.cpuUsage(before)
    return { response, micros: user + system }
  }
  for (let round = 0; round < 4; round += 1) {
    const honest = await measured(24)
    expect(honest.response.text.length).toBeGreaterThan(0.9 * limits.responseBytes)
    expect(honest.response.text.length).toBeLessThan(limits.responseBytes)
    const refused = await measured(26)
    expect(refused.response.text.length).toBeLessThan(500)
    expect(refused.response.errors).toMatchObject([
      { message: 'The response exceeds 5 MB. Request less at once.', extensions: { code: 'ANSWER_TOO_LARGE' } },
    ])
    cpu.push({ honest: honest.micros, refused: refused.micros })
  }
  expect(Math.min(...cpu.map(({ refused }) => refused))).toBeLessThan(Math.min(...cpu.map(({ honest }) => honest)))
})

test('measures the response in bytes, of which a character may take three', async () => {
  const { id, owner } = await createTestOrganization(gateway)
  await owner.graphql(
    'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { userErrors { code } } }',
    { input: { organizationId: id, name: '語'.repeat(200), metadata: { note: '語'.repeat(2700) } } },
  )
  const ask = (count: number) =>
    owner.graphql(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization {
        ${aliases(count, 'metadata')} ${aliases(25, 'name').replaceAll(/a(\d)/g, 'name$1')} } } }`,
      { ids: Array(100).fill(id) },
    )
  const honest = await ask(4)
  expect(honest.errors).toEqual([])
  expect(Buffer.byteLength(honest.text)).toBeGreaterThan(0.9 * limits.responseBytes)
  expect((await ask(5)).errors).toMatchObject([{ extensions: { code: 'ANSWER_TOO_LARGE' } }])
})

test('reads repeated ids once and returns them at each position', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const ids = [acme.id, other.id, acme.id, 'O_none', acme.id]
  const response = await acme.owner.graphql(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Organization { metadata a: metadata } } }',
    { ids },
  )
  const acmeNode = { id: acme.id, metadata, a: metadata }
  expect(response.data).toEqual({
    nodes: [acmeNode, { id: other.id, metadata: null, a: null }, acmeNode, null, acmeNode],
  })
  expect(parse.mock.calls.filter(([text]) => text === JSON.stringify(metadata)).length).toBe(1)
  parse.mockRestore()
})

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test('fails only the field of metadata that is too deep to serialize', async () => {
  await gateway.change(
    (db) => db.write`update "organization" set "metadata" = ${nested(10_000)} where "slug" = ${other.slug}`,
  )
  const response = await acme.owner.graphql(
    'query ($slug: String!) { organization(by: { slug: $slug }) { slug metadata } }',
    {
      slug: other.slug,
    },
  )
  expect(response.data).toEqual({ organization: { slug: other.slug, metadata: null } })
  expect(response.errors).toMatchObject([
    { extensions: { code: 'ANSWER_TOO_LARGE' }, path: ['organization', 'metadata'] },
  ])
})

test('rejects deeply nested variables with a message', async () => {
  const response = await gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json' },
    payload: `{"query":"{ __typename }","variables":${nested(16_000)}}`,
  })
  expect(response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
})
