import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()

test('gives a data: logo a URL, and reports an invalid or long one as a user error', async () => {
  const ann = await gateway.signUp('Ann')
  const mutation = `mutation ($logo: String, $metadata: JSONObject) {
    createOrganization(input: { name: "Logo", slug: "logo", logo: $logo, metadata: $metadata }) {
      organization { logo }
      userErrors { code path }
    }
  }`
  const refused = (field: string) => ({
    organization: null,
    userErrors: [{ code: 'VALIDATION_ERROR', path: ['input', field] }],
  })
  const svg = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
  for (const logo of [svg, 'javascript:alert(1)', `https://cdn.test/${'a'.repeat(2048)}`]) {
    expect((await ann.graphql(mutation, { logo })).at('createOrganization')).toEqual(refused('logo'))
  }
  const metadata = { long: 'x'.repeat(8192) }
  expect((await ann.graphql(mutation, { metadata })).at('createOrganization')).toEqual(refused('metadata'))
  const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  expect((await ann.graphql(mutation, { logo })).at('createOrganization')).toEqual({
    organization: { logo: expect.stringMatching(/\/api\/auth\/pictures\/[\da-f]{64}$/) },
    userErrors: [],
  })
})
