import { afterEach, expect, test, vi } from 'vitest'
import { foundOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { Selection } from './selection.ts'

const gateway = await startGateway()
const acme = await foundOrganization(gateway)
afterEach(() => void vi.restoreAllMocks())

const ask = (first: number) =>
  acme.owner.graphql(
    `query ($slug: String!) { organization(by: { slug: $slug }) { name members(first: ${first}) { totalCount } } }`,
    { slug: acme.slug },
  )

test('arguments that are refused are refused at their field', async () => {
  const answer = await ask(101)
  expect(answer.data).toEqual({ organization: { name: acme.slug, members: null } })
  expect(answer.errors).toMatchObject([{ path: ['organization', 'members'], extensions: { code: 'BAD_USER_INPUT' } }])
})

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
  const answer = await ask(1)
  expect(answer.errors).toMatchObject([{ path: ['organization'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
  expect(gateway.logged.join()).toContain('a slip')
})
