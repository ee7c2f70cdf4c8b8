import { afterEach, expect, test } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()
const acme = await createTestOrganization(gateway)
const ask = (slug: string, caller = acme.owner) =>
  caller.graphql('query ($slug: String!) { isOrganizationSlugAvailable(slug: $slug) }', { slug })

afterEach(() => gateway.relay.clear())

test('reports a slug as available until an organization has it', async () => {
  expect((await ask('nobody-has-this')).data).toEqual({ isOrganizationSlugAvailable: true })
  expect((await ask(acme.slug)).data).toEqual({ isOrganizationSlugAvailable: false })
})

test('suggests three available slugs for a taken one', async () => {
  const suggest = (slug: string) =>
    acme.owner.graphql('query ($slug: String!) { organizationSlug(slug: $slug) { isAvailable suggestions } }', { slug })
  await acme.owner.rest('POST', '/organization/create', { name: 'Rowers', slug: 'rowers' })
  expect((await suggest('rowers')).data).toEqual({
    organizationSlug: { isAvailable: false, suggestions: ['rowers-2', 'rowers-3', 'rowers-4'] },
  })
  expect((await suggest('nobody-has-this')).data).toEqual({ organizationSlug: { isAvailable: true, suggestions: [] } })
  const refused = await suggest('a/b')
  expect([refused.data, refused.errors]).toMatchObject([
    { organizationSlug: null },
    [{ extensions: { code: 'BAD_USER_INPUT' } }],
  ])
})

test('finds an organization by a former slug, together with others in one request', async () => {
  const { owner, id, slug } = await createTestOrganization(gateway)
  const renamed = `${slug}-renamed`
  await owner.graphql(
    'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { userErrors { code } } }',
    { input: { organizationId: id, slug: renamed } },
  )
  const read = (by: typeof owner) =>
    by.graphql(
      `query ($old: String!, $new: String!) {
        old: organization(by: { slug: $old }) { id slug }
        new: organization(by: { slug: $new }) { id slug }
        none: organization(by: { slug: "none" }) { id }
      }`,
      { old: slug, new: renamed },
    )
  const organization = { id, slug: renamed }
  expect((await read(owner)).data).toEqual({ old: organization, new: organization, none: null })
  expect((await read(acme.owner)).data).toEqual({ old: null, new: null, none: null })
})

test('reveals nothing about slugs without a session', async () => {
  const response = await ask(acme.slug, gateway.visitor())
  expect(response.data).toEqual({ isOrganizationSlugAvailable: null })
  expect(response.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
})

test.each([
  [429, 'TOO_MANY_REQUESTS', 'RATE_LIMITED'],
  [400, 'VALIDATION_ERROR', 'BAD_USER_INPUT'],
  [500, 'INTERNAL_SERVER_ERROR', 'UPSTREAM_UNAVAILABLE'],
])('does not report a slug as taken when rest-auth responds with %i %s', async (status, code, shown) => {
  gateway.relay.behave = (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message: 'no' }))
  const response = await ask('nobody-has-this')
  expect(response.data).toEqual({ isOrganizationSlugAvailable: null })
  expect(response.errors).toMatchObject([{ extensions: { code: shown } }])
})
