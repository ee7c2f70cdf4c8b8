import { afterEach, expect, test } from 'vitest'
import { foundOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()
const acme = await foundOrganization(gateway)
const ask = (slug: string, asker = acme.owner) =>
  asker.graphql('query ($slug: String!) { isOrganizationSlugAvailable(slug: $slug) }', { slug })

afterEach(() => gateway.relay.clear())

test('a slug is available until an organization has it', async () => {
  expect((await ask('nobody-has-this')).data).toEqual({ isOrganizationSlugAvailable: true })
  expect((await ask(acme.slug)).data).toEqual({ isOrganizationSlugAvailable: false })
})

test('whoever is signed out learns nothing about a slug', async () => {
  const answer = await ask(acme.slug, gateway.visitor())
  expect(answer.data).toEqual({ isOrganizationSlugAvailable: null })
  expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
})

test.each([
  [429, 'TOO_MANY_REQUESTS', 'RATE_LIMITED'],
  [403, 'INVALID_ORIGIN', 'FORBIDDEN'],
  [400, 'SOMETHING_ELSE', 'BAD_USER_INPUT'],
  [400, 'VALIDATION_ERROR', 'BAD_USER_INPUT'],
  [500, 'INTERNAL_SERVER_ERROR', 'UPSTREAM_UNAVAILABLE'],
])('a check that rest-auth refuses with %i %s does not read as "taken"', async (status, code, shown) => {
  gateway.relay.behave = (_, answer) =>
    void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message: 'no' }))
  const answer = await ask('nobody-has-this')
  expect(answer.data).toEqual({ isOrganizationSlugAvailable: null })
  expect(answer.errors).toMatchObject([{ extensions: { code: shown } }])
})
