import { afterEach, expect, test, vi } from 'vitest'
import { foundOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { Selection } from './selection.ts'

const gateway = await startGateway()
const acme = await foundOrganization(gateway)
afterEach(() => void vi.restoreAllMocks())

test('what is refused of one object is no fault of those that are asked for along with it', async () => {
  const answer = await acme.owner.graphql(
    `query ($slug: String!, $ids: [ID!]!) { organization(by: { slug: $slug }) { name members(after: "none") { totalCount } }
      nodes(ids: $ids) { id } }`,
    { slug: acme.slug, ids: [acme.ownerMemberId, acme.teamId] },
  )
  expect(answer.errors.map(({ path }) => path)).toEqual([['organization', 'members']])
  expect(answer.data).toEqual({
    organization: { name: acme.slug, members: null },
    nodes: [{ id: acme.ownerMemberId }, { id: acme.teamId }],
  })
})

test('a slip of ours in the look ahead is no silent second call, but an error in the log', async () => {
  vi.spyOn(Selection.prototype, 'argumentsOf').mockImplementation(() => {
    throw new TypeError('a slip')
  })
  const answer = await acme.owner.graphql(`{ organization(by: { slug: "${acme.slug}" }) { members { totalCount } } }`)
  expect(answer.errors).toMatchObject([{ path: ['organization'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
  expect(gateway.logged.join()).toContain('a slip')
})
