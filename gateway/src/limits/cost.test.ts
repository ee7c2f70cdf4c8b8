import { expect, test } from 'vitest'
import { startGateway } from '../testing/start-gateway.ts'

const gateway = await startGateway()

const members = (size: string, fields: string) => `organization(by: { slug: "a" }) { members${size} { ${fields} } }`

// Each document also selects `rateLimit`, which is an object itself.
const costs: [cost: number, name: string, document: string, variables?: object][] = [
  [1, 'fields without objects', '{ __typename }'],
  [2, 'an object', '{ viewer { isEmailVerified } }'],
  [3, 'an object in an object', '{ viewer { user { name } } }'],
  [4, 'the same object under two aliases', '{ viewer { a: user { name } b: user { name } } }'],
  [4, 'a fragment that is used twice', '{ viewer { a: user { ...F } b: user { ...F } } } fragment F on User { name }'],
  [7, 'a page of five', `{ ${members('(first: 5)', 'nodes { id }')} }`],
  [7, 'a page of five from the end', `{ ${members('(last: 5)', 'nodes { id }')} }`],
  [22, 'a page without a size', `{ ${members('', 'nodes { id }')} }`],
  [102, 'a page that is too large', `{ ${members('(first: 101)', 'nodes { id }')} }`],
  [7, 'the page information of a page, which is no object', `{ ${members('(first: 5)', 'pageInfo { hasNextPage }')} }`],
  [7, 'edges of a page, which are none', `{ ${members('(first: 5)', 'edges { node { id } }')} }`],
  [12, 'an object in each of a page', `{ ${members('(first: 5)', 'nodes { user { id } }')} }`],
  [12, 'an object in each edge', `{ ${members('(first: 5)', 'edges { node { user { id } } }')} }`],
  [
    22,
    'a page in a page',
    '{ viewer { organizations(first: 2) { nodes { members(first: 3) { nodes { user { id } team { id } } } } } } }',
  ],
  [
    1 + (1 + 50 * (1 + 30 * 2)),
    'the pages that docs/graphql.md recommends',
    '{ viewer { organizations(first: 50) { nodes { members(first: 30) { nodes { user { id } } } } } } }',
  ],
  [2 + 5, 'a page by a variable', `query ($n: Int) { ${members('(first: $n)', 'nodes { id }')} }`, { n: 5 }],
  [2 + 20, 'a page by no variable', `query ($n: Int) { ${members('(first: $n)', 'nodes { id }')} }`],
  [
    2 + 20,
    'a page by null despite a default value',
    `query ($n: Int = 5) { ${members('(first: $n)', 'nodes { id }')} }`,
    { n: null },
  ],
  [2 + 8 + 8, 'what may be large', '{ organization(by: { slug: "a" }) { a: metadata metadata } }'],
  [
    2 + 5 * 3,
    'entries with who and what',
    '{ organization(by: { slug: "a" }) { auditLog(first: 5) { nodes { details actor { name } target { name } } } } }',
  ],
  [2 + 5, 'a page by a default value', `query ($n: Int = 5) { ${members('(first: $n)', 'nodes { id }')} }`],
  [3, 'ids in the document', '{ nodes(ids: ["a", "b"]) { id } }'],
  [4, 'ids in a variable', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['a', 'b', 'c'] }],
]

test.each(costs)('%i: %s', async (cost, _, document, variables) => {
  const withCost = document.replace('{', '{ rateLimit { cost } ').replace(/^(query \(.*?\)) \{/, '$1 {')
  const response = await gateway.visitor().graphql(withCost, variables)
  expect(response.at('rateLimit', 'cost')).toBe(cost)
})
