import { afterEach, expect, test, vi } from 'vitest'
import { createTestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { Selection } from './selection.ts'

const gateway = await startGateway()
const acme = await createTestOrganization(gateway)
afterEach(() => void vi.restoreAllMocks())

test('logs an error if the look-ahead is wrong instead of silently making a second call', async () => {
  vi.spyOn(Selection.prototype, 'argumentsOf').mockImplementation(() => {
    throw new TypeError('a slip')
  })
  const response = await acme.owner.graphql(`{ organization(by: { slug: "${acme.slug}" }) { members { totalCount } } }`)
  expect(response.errors).toMatchObject([{ path: ['organization'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
  expect(gateway.logged.join()).toContain('a slip')
})
