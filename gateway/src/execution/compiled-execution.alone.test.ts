import { compileQuery } from 'graphql-jit'
import { beforeAll, expect, test, vi } from 'vitest'
import { foundOrganization, invite, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'

vi.mock('graphql-jit', { spy: true })

const gateway = await startGateway()
let acme: TestOrganization
let ids: string[]
beforeAll(async () => {
  acme = await foundOrganization(gateway)
  const { memberId } = await acme.join('ADMIN', 'Ada')
  ids = [acme.id, memberId, 'O_none', acme.teamId, await invite(acme, 'guest@example.com')]
})

const documents: [name: string, document: string, variables?: object][] = [
  [
    'fragments and aliases',
    `query ($slug: String!) { a: organization(by: { slug: $slug }) { ...F ...F n: name } b: organization(by: {
      slug: $slug }) { ... on Organization { slug } } } fragment F on Organization { id members(first: 1) { nodes {
      user { n: name } } } members(first: 1) { totalCount } }`,
  ],
  [
    '@skip and @include',
    `query ($slug: String!, $yes: Boolean!, $no: Boolean!) { organization(by: { slug: $slug }) { name @skip(if:
      $yes) slug @include(if: $yes) members @include(if: $no) { totalCount } teams @skip(if: $no) { nodes { id } }
      ...F @skip(if: $no) } } fragment F on Organization { isActive }`,
  ],
  [
    'a fragment that is used under a condition first, and then without one',
    `query ($slug: String!, $yes: Boolean!, $no: Boolean!) { organization(by: { slug: $slug }) { ...F @skip(if:
      $yes) ...F ... @include(if: $no) { ...G } ...G } } fragment F on Organization { name } fragment G on
      Organization { slug }`,
  ],
  [
    'an interface',
    `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Member { roles user { name } organization {
      slug } } ... on Organization { members { totalCount } } ... on Invitation { status isExpired } } }`,
  ],
  [
    'an error in a nullable field',
    'query ($slug: String!) { organization(by: { slug: $slug }) { name members(first: 1000) { nodes { id } } teams { totalCount } } }',
  ],
  ['an error in a list', '{ viewer { organizations { nodes { name invitations(first: 0) { totalCount } } } } }'],
  [
    'default values',
    `query ($first: Int = 1, $slug: String!) { organization(by: { slug: $slug }) { members(first: $first) { nodes {
      id } pageInfo { hasNextPage } } } }`,
  ],
  [
    'enums and input objects by variables',
    `query ($slug: String!, $role: Role, $order: MemberOrder) { organization(by: { slug: $slug }) { members(role:
      $role, orderBy: $order) { nodes { roles } } } }`,
  ],
  [
    'both keys of a @oneOf',
    'query ($by: OrganizationBy!) { organization(by: $by) { id } }',
    { by: { id: 'O_x', slug: 'x' } },
  ],
  ['a variable of another type', 'query ($slug: String!) { organization(by: { slug: $slug }) { id } }', { slug: 7 }],
  [
    'a variable that is missing',
    'query ($slug: String!, $n: Int!) { organization(by: { slug: $slug }) { members(first: $n) { totalCount } } }',
    { slug: 'x' },
  ],
  [
    'a variable that must not be null and is left to its default',
    'query ($n: Int! = 2, $slug: String!) { organization(by: { slug: $slug }) { members(first: $n) { nodes { id } } } }',
  ],
  [
    'a field under a condition that is merged with the same field without one',
    `query ($no: Boolean!) { viewer { isEmailVerified } viewer @include(if: $no) { ...F } } fragment F on Viewer { user {
      email } organizations { totalCount } }`,
  ],
  [
    'a field that is skipped where it stands first',
    'query ($yes: Boolean!) { viewer { isEmailVerified @skip(if: $yes) user { name } isEmailVerified } }',
  ],
  [
    'an error of a field that is skipped in one of two places',
    `query ($yes: Boolean!, $slug: String!) { organization(by: { slug: $slug }) { members(first: 0) @skip(if: $yes) {
      totalCount } members(first: 0) { totalCount } } }`,
  ],
  ['null in a list', 'query ($id: ID = "O_x") { nodes(ids: [$id]) { id } }', { id: null }],
  ['null as a condition', 'query ($no: Boolean = false) { viewer { user @skip(if: $no) { name } } }', { no: null }],
  [
    'a variable with the name of what every object has',
    'query ($valueOf: Int, $slug: String!) { organization(by: { slug: $slug }) { members(first: $valueOf) { totalCount } } }',
  ],
  ['an alias that names no property', '{ __proto__: viewer { isEmailVerified } viewer { isEmailVerified } }'],
  ['__typename alone', '{ __typename }'],
  ['introspection', '{ __type(name: "Role") { name enumValues { name } } }'],
]

test('a query that comes for the fourth time is compiled, once', async () => {
  const document = 'query Compiled { viewer { ...Own } } fragment Own on Viewer { user { name } }'
  const compilations = () =>
    vi.mocked(compileQuery).mock.calls.filter(([, { loc }]) => loc?.source.body === document).length
  const counts: number[] = []
  for (let round = 0; round < 6; round += 1) {
    expect((await acme.owner.graphql(document)).data).toEqual({ viewer: { user: { name: 'Olive' } } })
    counts.push(compilations())
  }
  expect(counts).toEqual([0, 0, 0, 1, 1, 1])
})

test('what was compiled is what answers from then on', async () => {
  const document = 'query Answered { viewer { __typename } }'
  vi.mocked(compileQuery).mockReturnValueOnce({
    query: () => ({ data: { viewer: 'compiled' } }),
    stringify: JSON.stringify,
  })
  const answers: unknown[] = []
  for (let round = 0; round < 5; round += 1) answers.push((await acme.owner.graphql(document)).at('viewer'))
  const interpreted = { __typename: 'Viewer' }
  expect(answers).toEqual([interpreted, interpreted, interpreted, 'compiled', 'compiled'])
})

test.each(documents)('%s: compiled, it answers what graphql-js answers', async (_, document, variables) => {
  const sent = variables ?? {
    slug: acme.slug,
    ids,
    yes: true,
    no: false,
    role: 'ADMIN',
    order: { field: 'NAME', direction: 'DESC' },
  }
  const answers: string[] = []
  for (let round = 0; round < 6; round += 1) answers.push((await acme.owner.graphql(document, sent)).text.trim())
  expect(answers[0]).toContain(variables ? '"errors"' : '"data"')
  for (const answer of answers) expect(answer).toBe(answers[0]) // the order of keys counts
})

test('variables decide anew each time', async () => {
  const document =
    'query ($slug: String!, $first: Int!) { organization(by: { slug: $slug }) { members(first: $first) { nodes { id } } } }'
  const sizes: number[] = []
  for (const first of [1, 2, 1, 2, 1, 2, 1, 2]) {
    const nodes = (await acme.owner.graphql(document, { slug: acme.slug, first })).at(
      'organization',
      'members',
      'nodes',
    )
    sizes.push(Array.isArray(nodes) ? nodes.length : 0)
  }
  expect(sizes).toEqual([1, 2, 1, 2, 1, 2, 1, 2])
})

test('conditions decide anew each time, and each outcome that comes back is compiled', async () => {
  const document = 'query Conditions($x: Boolean!) { viewer { a: __typename @include(if: $x) __typename } }'
  const expected = (x: boolean) => ({ viewer: { ...(x && { a: 'Viewer' }), __typename: 'Viewer' } })
  for (let round = 0; round < 6; round += 1) {
    for (const x of [true, false]) expect((await acme.owner.graphql(document, { x })).data).toEqual(expected(x))
  }
  const compilations = vi.mocked(compileQuery).mock.calls.filter(([, { loc }]) => loc?.source.body === document)
  expect(compilations.length).toBe(2)
})

test('of the outcomes of one document 16 are compiled', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const document = `query Outcomes(${names.map((name) => `$${name}: Boolean!`).join(' ')}) { viewer {
    ${names.map((name) => `${name}: __typename @include(if: $${name})`).join(' ')} } }`
  for (let bits = 0; bits < 20; bits += 1) {
    const variables = Object.fromEntries(names.map((name, index) => [name, (bits & (1 << index)) !== 0]))
    for (let round = 0; round < 4; round += 1) {
      const { data } = await acme.owner.graphql(document, variables)
      expect(data).toEqual({
        viewer: Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, 'Viewer']] : []))),
      })
    }
  }
  const compilations = vi.mocked(compileQuery).mock.calls.filter(([, { loc }]) => loc?.source.body === document)
  expect(compilations.length).toBe(16)
})

test('of several operations in a document the named one is executed', async () => {
  const query = 'query A { __typename } query B { viewer { user { name } } }'
  const cookie = [...acme.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (let round = 0; round < 6; round += 1) {
    for (const [operationName, expected] of [
      ['A', { __typename: 'Query' }],
      ['B', { viewer: { user: { name: 'Olive' } } }],
    ]) {
      const answer = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ query, operationName }),
      })
      expect(await answer.json()).toEqual({ data: expected })
    }
  }
})

test('a document with several operations that names none is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { errors, data } = await acme.owner.graphql('query One { __typename } query Two { __typename }')
    expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }])
    expect(data).toBeUndefined()
  }
})
