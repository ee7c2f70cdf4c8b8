import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'
import { limits } from './limits.ts'

// oxlint-disable-next-line typescript/unbound-method -- neither uses `this`
const { relay, url, visitor } = await startGateway({
  gateway: { NODE_ENV: 'production', GRAPHQL_INTROSPECTION: 'false', RATE_LIMIT_ENABLED: 'false' },
})

const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')
/** Fragments of which each spreads the next one twice. */
const doubling = (count: number, type: string, field: string) =>
  repeat(count, (n) => `fragment A${n} on ${type} { ${field} ...A${n + 1} ...A${n + 1} }`)
const fragmentBomb = `{ ...A0 } ${doubling(12, 'Query', 'a: __typename')} fragment A12 on Query { b: __typename }`
/** So many fragments that select the same of the viewer. */
const inFragments = (count: number, selection: string) =>
  `{ viewer { ${repeat(count, (n) => `...F${n}`)} } }
  ${repeat(count, (n) => `fragment F${n} on Viewer { ${selection} }`)}`
const big =
  'organization(by: {slug: "a"}) { members(first: 100) { nodes { organization { members(first: 100) { nodes { id } } } } } }'

const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))
const byKeys = 'query ($b: OrganizationBy!) { organization(by: $b) { id } }'
const byRoles =
  'mutation ($roles: [Role!]!) { inviteMember(input: { email: "a@b.co", roles: $roles }) { query { __typename } } }'
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

const hostile: [name: string, document: string, variables?: object][] = [
  [
    'depth',
    `{ organization(by: {slug: "a"}) ${'{ viewerMembership { organization '.repeat(7)} { id } ${'} }'.repeat(7)} }`,
  ],
  [
    'depth in fragments',
    `{ organization(by: {slug: "a"}) { ...F } } fragment F on Organization { viewerMembership { organization {
      viewerMembership { organization { viewerMembership { organization { viewerMembership { organization {
      viewerMembership { organization { viewerMembership { id } } } } } } } } } } } }`,
  ],
  ['aliases', `{ ${repeat(31, (n) => `a${n}: __typename`)} }`],
  ['aliases of one field', `{ organization(by: {slug: "a"}) { ${repeat(31, (n) => `a${n}: name`)} } }`],
  ['aliases in fragments that double', fragmentBomb],
  [
    'fragments that double',
    `{ viewer { ...A0 } } ${doubling(30, 'Viewer', '')} fragment A30 on Viewer { isEmailVerified }`,
  ],
  ['directives', `{ viewer ${repeat(21, () => '@include(if: true)')} { isEmailVerified } }`],
  ['directives on an operation', `query ${repeat(300, () => '@skip')} { __typename }`],
  ['tokens', `{ ${repeat(1001, () => '__typename')} }`],
  ['one field 800 times', `{ viewer { ${repeat(800, () => 'isEmailVerified')} } }`],
  [
    'one field 200 times in fragments',
    inFragments(
      10,
      repeat(30, () => 'user { id }'),
    ),
  ],
  ['one object 240 times', `{ viewer { ${repeat(240, () => 'user { id }')} } }`],
  [
    'overlapping fields within overlapping fields',
    `{ viewer { ${repeat(30, () => `activeOrganization { ${repeat(10, () => 'viewerMembership { id }')} }`)} } }`.slice(
      0,
      14_000,
    ),
  ],
  ['overlapping fragments', inFragments(45, 'user { id name email } user { id name email }')],
  ['characters', `{ __typename } #${'x'.repeat(limits.characters)}`],
  ['root fields', `{ ${repeat(21, () => '__typename')} }`],
  [
    'mutations',
    `mutation { ${repeat(6, () => 'leaveOrganization(input: {organizationId: "x"}) { query { __typename } }')} }`,
  ],
  ['cost', `{ ${big} }`],
  ['cost by variables', `query ($n: Int) { ${big.replaceAll('100', '$n')} }`, { n: 100 }],
  ['cost by default values', `query ($n: Int = 100) { ${big.replaceAll('100', '$n')} }`],
  [
    'cost by null in spite of default values',
    `query ($n: Int = 1) { viewer { organizations(first: $n) { nodes { members(first: $n) { nodes { organization { members(first: $n) {
      nodes { id } } } } } } } } }`,
    { n: null },
  ],
  ['cost by negative pages', `{ ${big.replace('first: 100', 'first: -1')} }`],
  [
    'cost by nodes',
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization { members(first: 60) { nodes { id } } } } }`,
    { ids: Array(100).fill('O_a') },
  ],
  ['fragments in a circle', '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }'],
  ['a fragment within itself', '{ viewer { ...A } } fragment A on Viewer { user { id } ...A }'],
  ['introspection', '{ __schema { types { name fields { name type { name fields { name } } } } } }'],
  ['introspection in circles', `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} }'.repeat(4)} } } }`],
  ['names that are nearly right', '{ viewe { id } organisation { id } nod }'],
  ['many unknown fields', `{ ${repeat(19, (n) => `field${n}`)} }`],
  ['deep lists in arguments', `{ nodes(ids: ${'['.repeat(400)}${']'.repeat(400)}) { id } }`],
  [
    'deep objects in arguments',
    `mutation { createOrganization(input: {name: "a", slug: "b", metadata: ${'{a:'.repeat(200)}1${'}'.repeat(200)}, x: 1}) {
      query { __typename }
    } }`,
  ],
  ['a long name', `{ ${'a'.repeat(14_000)} }`],
  ['a long string', `{ isOrganizationSlugAvailable(slug: "${'\\u0041'.repeat(2400)}") { x } }`],
  ['unclosed', '{'.repeat(900)],
  ['a block string of quotes', `{ isOrganizationSlugAvailable(slug: """${'\\"""'.repeat(3000)}""") { x } }`],
  ['many operations', repeat(90, (n) => `query Q${n} { __typename }`)],
  ['many unused fragments', `{ __typename } ${repeat(90, (n) => `fragment F${n} on Query { __typename }`)}`],
  ['a subscription', 'subscription { viewer { user { id } } }'],
  ['more variables than are accepted', byKeys, { b: unknownKeys(4000) }],
  ['as many unknown keys as are accepted', byKeys, { b: unknownKeys(1990) }],
  ['unknown keys beside a long value', byKeys, { b: { ...unknownKeys(9), long: 'x'.repeat(90_000) } }],
  ['a long unknown key', byKeys, { b: { ['x'.repeat(90_000)]: 1 } }],
  ['keys that are nearly right', byKeys, { b: { slog: 'a', idd: 'b' } }],
  ['more wrong values than are accepted', byRoles, { roles: Array(5000).fill('OWNE') }],
  ['as many wrong values as are accepted', byRoles, { roles: Array(1990).fill('OWNE') }],
  ['wrong values in lists', byRoles, { roles: Array(40).fill(Array(40).fill('OWNE')) }],
  [
    'many wrong variables',
    `query (${repeat(90, (n) => `$v${n}: ID!`)}) { nodes(ids: [${repeat(90, (n) => `$v${n}`)}]) { id } }`,
    Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`v${n}`, { long: 'x'.repeat(900) }])),
  ],
  [
    'wrong variables of a mutation',
    'mutation ($i: CreateOrganizationInput!) { createOrganization(input: $i) { query { __typename } } }',
    { i: unknownKeys(1990) },
  ],
  ['variables that are deep', '{ __typename }', { deep: deep(1500) }],
  ['many variables that nobody asked for', '{ __typename }', unknownKeys(4000)],
  ['many variables', `query (${repeat(150, (n) => `$v${n}: Int`)}) { __typename }`],
]

/** As large as what screens ask for. Nobody is signed in, so that it costs this process only. */
const honest = `query Page { viewer {
  user { id name email image }
  organizations { nodes { id name slug logo members(first: 50) { totalCount nodes { roles user { name } } } } }
} }`
const rounds = 5

/**
 * How many times the CPU of an honest document this one costs, at its best: both are measured in turn, so that a slow or
 * busy machine slows both. CPU, because the clock would also count what others do on the same processor.
 */
async function costAgainstHonest(document: string, variables: object | undefined, look: (answer: Answer) => void) {
  const cpu = async (text: string, sent: object | undefined, check: (answer: Answer) => void) => {
    const before = process.cpuUsage()
    const answer = await visitor().graphql(text, sent)
    const { user, system } = process.cpuUsage(before)
    check(answer)
    return user + system
  }
  const times: { honest: number; other: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // A comment makes it a new document, which nothing remembers.
    const fresh = `#${Math.random()}`
    times.push({
      honest: await cpu(honest + fresh, undefined, () => undefined),
      other: await cpu(document + fresh, variables, look),
    })
  }
  return Math.min(...times.map(({ other }) => other)) / Math.min(...times.map((time) => time.honest))
}
type Answer = Awaited<ReturnType<ReturnType<typeof visitor>['graphql']>>

/** The dearest that is accepted costs 2 to 5 times as much; with a bound of 240 repeats it is 21. */
const most = 10

test.each(hostile)('%s: refused in words, at once, and never asked of rest-auth', async (_, document, variables) => {
  relay.clear()
  const cost = await costAgainstHonest(document, variables, (answer) => {
    expect(answer.errors.length).toBeGreaterThan(0)
    expect(answer.errors.length).toBeLessThanOrEqual(limits.validationErrors + 1)
    expect(answer.data).toBeUndefined()
    expect(answer.text.length).toBeLessThan(20_000)
    expect(answer.text).not.toMatch(/stack|node_modules|Did you mean|\.ts:/)
    for (const error of answer.errors)
      expect(error.extensions.code).toMatch(
        /^(GRAPHQL_\w+|COST_LIMIT_EXCEEDED|BAD_USER_INPUT|OPERATION_RESOLUTION_FAILURE)$/,
      )
  })
  expect(relay.calls).toEqual([])
  expect(cost).toBeLessThan(most)
})

const objects = [
  'user { id }',
  'organizations { totalCount }',
  'invitations { totalCount }',
  'activeOrganization { id }',
]
const heavy: [name: string, document: string][] = [
  [
    'as many equal selections as are accepted',
    `{ viewer { ${objects.map((text) => repeat(60, () => text)).join(' ')} } }`,
  ],
  ['as many overlapping fragments as are accepted', inFragments(60, 'user { id name email } isEmailVerified')],
]

test('of many wrong variables the first five are told, each in short, and no names of the schema', async () => {
  const { status, errors } = await visitor().graphql(byKeys, { b: { idd: 'x'.repeat(5000), ...unknownKeys(20) } })
  expect(status).toBe(400)
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Variable "\$b" got invalid value \{ idd: "x+ … .*; Field "idd" is not defined by type "OrganizationBy"\.$/,
    ),
    ...Array(4).fill(expect.stringMatching(/Field "f\d" is not defined by type "OrganizationBy"\.$/)),
    expect.stringContaining('Too many errors processing variables'),
  ])
  for (const { message, extensions } of errors) {
    expect(message.length).toBeLessThan(310)
    expect(extensions).toEqual({ code: 'BAD_USER_INPUT' })
  }
})

test.each([
  ['bytes that are no text', '%ff'],
  ['a fragment of the address', '#%0A}}}'],
])('%s in an address hide no document from the limits', async (_, tail) => {
  const query = encodeURIComponent(`{ ${repeat(31, (n) => `a${n}: __typename`)} } #`)
  const answer = await getRaw(`/graphql?query=${query}${tail}`)
  expect(answer).toContain('The document has 31 aliases')
})

/** What a client that writes the address as it likes is answered; `fetch` would tidy it first. */
async function getRaw(path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const headers = { 'apollo-require-preflight': 'true' }
  return readText(await new Promise<IncomingMessage>((done) => request({ hostname, port, path, headers }, done).end()))
}

test('of many faults the first five are told', async () => {
  const { errors } = await visitor().graphql(`{ ${repeat(19, (n) => `field${n}`)} }`)
  expect(errors.map(({ message }) => message)).toEqual([
    ...Array(5).fill(expect.stringMatching(/^Cannot query field "field\d"/)),
    expect.stringContaining('Too many validation errors'),
  ])
})

test('half a character in a variable is a slug that nobody has, and stops nothing', async () => {
  const answer = await visitor().graphql('query ($slug: String!) { organization(by: {slug: $slug}) { id } }', {
    slug: '\ud800',
  })
  expect(answer.data).toEqual({ organization: null })
  expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
})

test.each(heavy)('%s: accepted, and answered at once', async (_, document) => {
  const cost = await costAgainstHonest(document, undefined, ({ data }) => expect(data).toEqual({ viewer: null }))
  expect(cost).toBeLessThan(most)
})
