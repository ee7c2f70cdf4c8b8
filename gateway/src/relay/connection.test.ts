import * as fc from 'fast-check'
import { seed } from 'service/testing/seed.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestOrganization, invite, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Visitor } from '../testing/visitor.ts'

const gateway = await startGateway()
const size = 7

let acme: TestOrganization
let guest: Visitor
beforeAll(async () => {
  acme = await createTestOrganization(gateway)
  for (let n = 1; n < size; n += 1)
    await acme.join(n % 2 ? 'MEMBER' : 'ADMIN', ['Zoë', 'ann', 'Bob', 'bob', 'Ärne', 'ann'][n - 1])
  for (let n = 0; n < size; n += 1) await invite(acme, `guest.${n}@example.com`)
  for (let n = 1; n < size; n += 1) {
    await acme.owner.graphql(
      'mutation ($id: ID!, $name: String!) { createTeam(input: { organizationId: $id, name: $name }) { team { id } } }',
      { id: acme.id, name: ['Ärne', 'b', 'B', '100 %', 'b', 'zoe'][n - 1] },
    )
  }
  guest = await gateway.signUp('Guest')
  await gateway.verifyEmail(guest)
  for (let n = 0; n < size; n += 1) await invite(await createTestOrganization(gateway, guest), acme.owner.email)
  await gateway.verifyEmail(acme.owner)
})

interface Page {
  edges: { cursor: string; node: { id: string } }[]
  nodes: { id: string }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  totalCount: number
}
interface Arguments {
  first?: number
  last?: number
  after?: string
  before?: string
}

const selection =
  '{ edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }'
const paging = '$first: Int, $after: String, $last: Int, $before: String'
const passed = 'first: $first, after: $after, last: $last, before: $before'
const inOrganization = (field: string) =>
  `query ($slug: String!, ${paging}) { parent: organization(by: { slug: $slug }) { page: ${field} ${selection} } }`
const inViewer = (field: string) => `query (${paging}) { parent: viewer { page: ${field}(${passed}) ${selection} } }`

const connections: [name: string, who: () => Visitor, document: string][] = [
  ['members', () => acme.owner, inOrganization(`members(${passed})`)],
  ...['CREATED_AT', 'NAME', 'EMAIL'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction): [string, () => Visitor, string] => {
      const order = `members(${passed}, orderBy: { field: ${field}, direction: ${direction} })`
      return [`members by ${field} ${direction}`, () => acme.owner, inOrganization(order)]
    }),
  ),
  ['teams', () => acme.owner, inOrganization(`teams(${passed})`)],
  ['invitations', () => acme.owner, inOrganization(`invitations(${passed}, status: PENDING)`)],
  ['teams by NAME', () => acme.owner, inOrganization(`teams(${passed}, orderBy: { field: NAME, direction: DESC })`)],
  ...['EMAIL', 'EXPIRES_AT'].map((field): [string, () => Visitor, string] => {
    const order = `invitations(${passed}, query: "GUEST", orderBy: { field: ${field}, direction: ASC })`
    return [`invitations by ${field}`, () => acme.owner, inOrganization(order)]
  }),
  ['organizations of the viewer', () => guest, inViewer('organizations')],
  ...['NAME', 'CREATED_AT'].map((field): [string, () => Visitor, string] => {
    const order = `organizations(query: "organization", orderBy: { field: ${field}, direction: DESC }, ${passed})`
    return [`organizations by ${field}`, () => guest, inViewer(order).replace(`(${passed}) {`, ' {')]
  }),
  ['invitations of the viewer', () => acme.owner, inViewer('invitations')],
]

async function read(who: Visitor, document: string, args: Arguments): Promise<Page> {
  const response = await who.graphql(document, { slug: acme.slug, ...args })
  expect(response.errors).toEqual([])
  const { parent }: { parent: { page: Page } } = JSON.parse(JSON.stringify(response.data))
  return parent.page
}

// Applies https://relay.dev/graphql/connections.htm#sec-Pagination-algorithm to the whole list.
function expected(all: Page['edges'], { first, last, after, before }: Arguments): string[] {
  const start = after === undefined ? 0 : all.findIndex((edge) => edge.cursor === after) + 1
  const end = before === undefined ? all.length : all.findIndex((edge) => edge.cursor === before)
  const between = all.slice(start, Math.max(start, end)).map((edge) => edge.node.id)
  return last === undefined ? between.slice(0, first ?? 20) : between.slice(Math.max(0, between.length - last))
}

test.each(connections)('pages through %s as Relay specifies', async (_, who, document) => {
  const whole = await read(who(), document, { first: 100 })
  expect(whole.totalCount).toBe(whole.edges.length)
  expect(whole.edges.length).toBeGreaterThanOrEqual(size)
  expect(new Set(whole.edges.map((edge) => edge.node.id)).size).toBe(whole.edges.length)
  const place = fc.option(fc.nat(whole.edges.length - 1), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.integer({ min: 0, max: size + 2 }),
      place,
      place,
      async (forward, count, after, before) => {
        const cursorAt = (index: number | undefined) => (index === undefined ? undefined : whole.edges[index]?.cursor)
        const [afterCursor, beforeCursor] = [cursorAt(after), cursorAt(before)]
        const args: Arguments = {
          ...(forward ? { first: count } : { last: count }),
          ...(afterCursor !== undefined && { after: afterCursor }),
          ...(beforeCursor !== undefined && { before: beforeCursor }),
        }
        const page = await read(who(), document, args)
        const ids = page.nodes.map((node) => node.id)
        expect(ids).toEqual(expected(whole.edges, args))
        expect(page.edges.map((edge) => edge.node.id)).toEqual(ids)
        expect(page.totalCount).toBe(whole.totalCount)
        expect([page.pageInfo.startCursor, page.pageInfo.endCursor]).toEqual([
          page.edges[0]?.cursor ?? null,
          page.edges.at(-1)?.cursor ?? null,
        ])
        const unlimited = expected(whole.edges, { ...args, ...(forward ? { first: 100 } : { last: 100 }) })
        const more = unlimited.length > ids.length
        expect(forward ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage).toBe(more)
        // In the other direction, only the item of the cursor is known.
        expect(forward ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage).toBe(
          (forward ? after : before) !== undefined,
        )
      },
    ),
    { numRuns: 25, seed },
  )
})

test.each(connections)('counts %s without reading any', async (_, who, document) => {
  const { totalCount } = await read(who(), document, { first: 1 })
  for (const [args, hasNextPage] of [
    [{ first: 0 }, true],
    [{ last: 0 }, false],
  ] as const)
    expect(await read(who(), document, args)).toEqual({
      edges: [],
      nodes: [],
      totalCount,
      pageInfo: { hasNextPage, hasPreviousPage: !hasNextPage, startCursor: null, endCursor: null },
    })
})

test('pages through 150 received invitations', async () => {
  const host = await createTestOrganization(gateway)
  const asked = await gateway.signUp('Asked')
  await gateway.verifyEmail(asked)
  await invite(host, asked.email)
  await gateway.change(
    (db) => db.write`
      with n as (select 'copy' || n as "id" from generate_series(1, 149) n),
      copies as (insert into "organization" select (jsonb_populate_record(o, jsonb_build_object('id', n."id", 'slug', n."id"))).*
        from "organization" o cross join n where o."slug" = ${host.slug}),
      hosts as (insert into "member"
        select (jsonb_populate_record(m, jsonb_build_object('id', n."id", 'organizationId', n."id", 'teamId', null))).*
        from "member" m join "user" u on u."id" = m."userId" cross join n where u."email" = ${host.owner.email})
      insert into "invitation"
        select (jsonb_populate_record(i, jsonb_build_object('id', n."id", 'organizationId', n."id"))).*
        from "invitation" i cross join n where i."email" = ${asked.email}`,
  )
  const first = await read(asked, inViewer('invitations'), { first: 100 })
  const rest = await read(asked, inViewer('invitations'), { first: 100, after: first.pageInfo.endCursor ?? '' })
  expect([first, rest].map(({ nodes, pageInfo }) => [nodes.length, pageInfo.hasNextPage])).toEqual([
    [100, true],
    [50, false],
  ])
  expect(new Set([...first.nodes, ...rest.nodes].map(({ id }) => id)).size).toBe(150)
  expect([first.totalCount, rest.totalCount]).toEqual([150, 150])
})

test('filters members by role, team, and part of the name or email', async () => {
  const names = async (filter: string) => {
    const response = await acme.owner.graphql(
      `{ organization(by: { slug: "${acme.slug}" }) { members(${filter}) { totalCount nodes { user { name } } } } }`,
    )
    return JSON.stringify(response.at('organization', 'members'))
  }
  const olive = JSON.stringify({ totalCount: 1, nodes: [{ user: { name: 'Olive' } }] })
  expect(await names('role: OWNER')).toBe(olive)
  expect(await names(`teamId: "${acme.teamId}", orderBy: { field: NAME, direction: DESC }`)).toBe(olive)
  expect(await names(`teamId: "${acme.teamId}", role: MEMBER`)).toBe('{"totalCount":0,"nodes":[]}')
  for (const noTeam of [acme.id, 'nonsense', '']) {
    expect(await names(`teamId: "${noTeam}"`)).toBe('{"totalCount":0,"nodes":[]}')
  }
  expect(await names('query: "LIV"')).toBe(olive)
  expect(await names(`query: "${acme.owner.email.slice(0, 10)}"`)).toBe(olive)
  expect(await names('query: "ann"')).toContain('"totalCount":2')
  expect(await names('query: "%"')).toBe('{"totalCount":0,"nodes":[]}')
})

test('searches and orders teams, invitations and organizations', async () => {
  const readAll = async (who: Visitor, parent: string, field: string, text: string) => {
    const response = await who.graphql(`{ parent: ${parent} { page: ${field} { totalCount nodes { ${text} } } } }`)
    expect(response.errors).toEqual([])
    const { totalCount, nodes }: { totalCount: number; nodes: Record<string, string>[] } = JSON.parse(
      JSON.stringify(response.at('parent', 'page')),
    )
    expect(totalCount).toBe(nodes.length)
    return nodes.map((node) => node[text])
  }
  const organization = `organization(by: { slug: "${acme.slug}" })`
  const byName = 'orderBy: { field: NAME, direction: ASC }'
  const teams = await readAll(acme.owner, organization, `teams(${byName})`, 'name')
  expect(teams.map((name) => name?.replace('B', 'b'))).toEqual(['100 %', 'b', 'b', 'b', acme.slug, 'zoe', 'Ärne'])
  expect(await readAll(acme.owner, organization, `teams(query: "B", ${byName}, last: 9)`, 'name')).toHaveLength(3)
  expect(await readAll(acme.owner, organization, 'teams(query: "äR")', 'name')).toEqual(['Ärne'])
  for (const literal of ['%', '100 %', ''])
    expect(await readAll(acme.owner, organization, `teams(query: "${literal}")`, 'name')).toHaveLength(literal ? 1 : 7)
  const byEmail = 'orderBy: { field: EMAIL, direction: DESC }'
  expect(await readAll(acme.owner, organization, `invitations(query: "GUEST.1", ${byEmail})`, 'email')).toEqual([
    'guest.1@example.com',
  ])
  const emails = await readAll(acme.owner, organization, `invitations(${byEmail}, status: PENDING)`, 'email')
  expect(emails).toEqual(Array.from({ length: size }, (_, n) => `guest.${size - 1 - n}@example.com`))
  const slugs = await readAll(guest, 'viewer', 'organizations', 'slug')
  expect(await readAll(guest, 'viewer', `organizations(orderBy: { field: NAME, direction: DESC })`, 'slug')).toEqual(
    slugs.toSorted().toReversed(),
  )
  expect(await readAll(guest, 'viewer', `organizations(query: "${slugs[3]?.toUpperCase()}")`, 'slug')).toEqual([
    slugs[3],
  ])
  // Members see only some invitations, however they search.
  const outsider = await gateway.signUp()
  expect((await outsider.graphql(`{ ${organization} { teams(query: "b") { totalCount } } }`)).data).toEqual({
    organization: null,
  })
})

test('continues after a cursor whose item was deleted', async () => {
  const [, , document = ''] = connections[0] ?? []
  const first = await read(acme.owner, document, { first: 3 })
  const gone = first.edges[2]
  const removed = await acme.owner.graphql(
    'mutation ($id: ID!, $member: ID!) { removeMember(input: { organizationId: $id, member: { id: $member } }) { userErrors { code } } }',
    { id: acme.id, member: gone?.node.id },
  )
  expect(removed.at('removeMember', 'userErrors')).toEqual([])
  const rest = await read(acme.owner, document, { first: 100, after: gone?.cursor ?? '' })
  expect(rest.nodes).toHaveLength(size - 3)
})

test.each([
  ['first and last', '(first: 1, last: 1)'],
  ['minus one item', '(first: -1)'],
  ['a negative number', '(last: -1)'],
  ['too many items', '(first: 101)'],
])('returns null only for a field with %s', async (_, args) => {
  const response = await acme.owner.graphql(
    `{ organization(by: { slug: "${acme.slug}" }) { slug members${args} { nodes { id } } } }`,
  )
  expect(response.data).toEqual({ organization: { slug: acme.slug, members: null } })
  expect(response.errors).toMatchObject([{ path: ['organization', 'members'], extensions: { code: 'BAD_USER_INPUT' } }])
})

test.each(['after: "nonsense"', 'before: ""', `query: "${'x'.repeat(256)}"`, String.raw`query: "\u0000"`])(
  'rejects members with invalid arguments (%#), and returns the rest of the organization',
  async (args) => {
    const part = `slug members(${args}) { nodes { id } } teams { totalCount }`
    const response = await acme.owner.graphql(
      `{ organization(by: { slug: "${acme.slug}" }) { ${part} } viewer { organizations { nodes { ${part} } } }
        nodes(ids: ["${acme.teamId}"]) { id } }`,
    )
    const rest = { slug: acme.slug, members: null, teams: { totalCount: 7 } }
    const nodes = [{ id: acme.teamId }]
    expect(response.data).toEqual({ organization: rest, viewer: { organizations: { nodes: [rest] } }, nodes })
    expect(response.errors.map(({ path, extensions }) => `${path?.join('.')} ${extensions.code}`).toSorted()).toEqual([
      'organization.members BAD_USER_INPUT',
      'viewer.organizations.nodes.0.members BAD_USER_INPUT',
    ])
  },
)

test.each(['after: "!"', 'before: "!"'])(
  'rejects an invalid cursor of a list that is read completely: %s',
  async (args) => {
    const response = await acme.owner.graphql(`{ viewer { invitations(${args}) { totalCount } } }`)
    expect(response.errors).toMatchObject([{ path: ['viewer', 'invitations'], extensions: { code: 'BAD_USER_INPUT' } }])
  },
)

test('finds an organization whose slug has a comma', async () => {
  const slug = `${acme.slug}, too`
  const founder = await gateway.signUp()
  await founder.graphql(
    'mutation ($slug: String!) { createOrganization(input: { name: "A", slug: $slug }) { userErrors { code } } }',
    { slug },
  )
  const { data } = await founder.graphql('query ($slug: String!) { organization(by: { slug: $slug }) { slug } }', {
    slug,
  })
  expect(data).toEqual({ organization: { slug } })
})

test('rejects more than a hundred ids', async () => {
  const readNodes = (count: number) =>
    acme.owner.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array(count).fill(acme.id) })
  expect((await readNodes(100)).at('nodes', 99)).toEqual({ id: acme.id })
  const refused = await readNodes(101)
  expect(refused.errors).toMatchObject([
    { message: 'At most 100 ids are accepted, not 101.', extensions: { code: 'BAD_USER_INPUT' } },
  ])
  expect(refused.data).toEqual({ nodes: null })
})

test('returns nodes in order, with null for absent, foreign and malformed ids', async () => {
  const other = await createTestOrganization(gateway)
  const ids = ['nonsense', other.id, acme.teamId, other.teamId, 'O_none', acme.id, acme.id, other.ownerMemberId]
  const response = await acme.owner.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }', { ids })
  expect(response.errors).toEqual([])
  expect(response.at('nodes')).toEqual([
    null,
    null,
    { id: acme.teamId, __typename: 'Team' },
    null,
    null,
    { id: acme.id, __typename: 'Organization' },
    { id: acme.id, __typename: 'Organization' },
    null,
  ])
  const organization = await acme.owner.graphql(
    'query ($id: ID!) { node(id: $id) { id ... on Organization { slug } } }',
    {
      id: acme.id,
    },
  )
  expect(organization.at('node')).toEqual({ id: acme.id, slug: acme.slug })
  const foreign = await acme.owner.graphql(
    'query ($a: ID!, $b: ID!) { a: organization(by: { id: $a }) { id } b: organization(by: { id: $b }) { id } }',
    { a: other.id, b: 'O_none' },
  )
  expect([foreign.data, foreign.errors]).toEqual([{ a: null, b: null }, []])
})
