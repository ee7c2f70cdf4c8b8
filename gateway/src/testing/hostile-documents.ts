export const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')
/** Each fragment spreads the next one twice. */
const doubling = (count: number, type: string, field: string) =>
  repeat(count, (n) => `fragment A${n} on ${type} { ${field} ...A${n + 1} ...A${n + 1} }`)
const fragmentBomb = `{ ...A0 } ${doubling(12, 'Query', 'a: __typename')} fragment A12 on Query { b: __typename }`
/** `count` fragments with the same selection. */
const inFragments = (count: number, selection: string) =>
  `{ viewer { ${repeat(count, (n) => `...F${n}`)} } }
  ${repeat(count, (n) => `fragment F${n} on Viewer { ${selection} }`)}`
const big =
  'organization(by: {slug: "a"}) { members(first: 100) { nodes { organization { members(first: 100) { nodes { id } } } } } }'

export const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))
export const byKeys = 'query ($b: OrganizationBy!) { organization(by: $b) { id } }'
const byRoles =
  'mutation ($roles: [Role!]!) { inviteMember(input: { email: "a@b.co", roles: $roles }) { query { __typename } } }'
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

/** Documents that are rejected. */
export const hostile: [name: string, document: string, variables?: object][] = [
  [
    'depth in fragments',
    `{ organization(by: {slug: "a"}) { ...F } } fragment F on Organization { viewerMembership { organization {
      viewerMembership { organization { viewerMembership { organization { viewerMembership { organization {
      viewerMembership { organization { viewerMembership { id } } } } } } } } } } } }`,
  ],
  ['aliases of one field', `{ organization(by: {slug: "a"}) { ${repeat(31, (n) => `a${n}: name`)} } }`],
  ['aliases in fragments that double', fragmentBomb],
  [
    'fragments that double',
    `{ viewer { ...A0 } } ${doubling(30, 'Viewer', '')} fragment A30 on Viewer { isEmailVerified }`,
  ],
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
  ['cost', `{ ${big} }`],
  ['cost by variables', `query ($n: Int) { ${big.replaceAll('100', '$n')} }`, { n: 100 }],
  ['cost by default values', `query ($n: Int = 100) { ${big.replaceAll('100', '$n')} }`],
  [
    'cost by null despite default values',
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
  ['unknown keys with a long value', byKeys, { b: { ...unknownKeys(9), long: 'x'.repeat(90_000) } }],
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
  ['deep variables', '{ __typename }', { deep: deep(1500) }],
  ['many unused variables', '{ __typename }', unknownKeys(4000)],
  ['many variables', `query (${repeat(150, (n) => `$v${n}: Int`)}) { __typename }`],
]

const objects = [
  'user { id }',
  'organizations { totalCount }',
  'invitations { totalCount }',
  'activeOrganization { id }',
]
/** The most expensive documents that are accepted. */
export const heavy: [name: string, document: string][] = [
  [
    'as many equal selections as are accepted',
    `{ viewer { ${objects.map((text) => repeat(60, () => text)).join(' ')} } }`,
  ],
  ['as many overlapping fragments as are accepted', inFragments(60, 'user { id name email } isEmailVerified')],
]
