import { afterEach, expect, test, vi } from 'vitest'
import { foundOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { Selection } from './selection.ts'

const gateway = await startGateway()
const acme = await foundOrganization(gateway)
afterEach(() => void vi.restoreAllMocks())

test('logs an error if the look-ahead is wrong instead of silently making a second call', async () => {
  vi.spyOn(Selection.prototype, 'argumentsOf').mockImplementation(() => {
    throw new TypeError('a slip')
  })
  const answer = await acme.owner.graphql(`{ organization(by: { slug: "${acme.slug}" }) { members { totalCount } } }`)
  expect(answer.errors).toMatchObject([{ path: ['organization'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
  expect(gateway.logged.join()).toContain('a slip')
})
