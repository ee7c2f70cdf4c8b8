import { expect, test } from 'vitest'
import { schema } from '../schema/schema.ts'
import { admit } from 'contract/graphql/admission.ts'
import { limits } from 'contract/graphql/limits.ts'

const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ')
const nested = (levels: number): string =>
  levels === 1 ? 'id' : `${levels % 2 ? 'organization' : 'viewerMembership'} { ${nested(levels - 1)} }`
const leave = (n: number) => `leave${n}: leaveOrganization(input: { organizationId: "x" }) { query { __typename } }`

test.each<[what: string, limit: number, write: (count: number) => string]>([
  ['characters', limits.characters, (n) => `{ __typename } #${'x'.repeat(n - 16)}`],
  ['levels', limits.depth, (n) => `{ organization(by: { slug: "x" }) { ${nested(n - 1)} } }`],
  ['aliases', limits.aliases, (n) => `{ viewer { ${repeat(n, (index) => `a${index}: __typename`)} } }`],
  ['directives', limits.directives, (n) => `{ ${repeat(n, () => '__typename @include(if: true)')} }`],
  ['root fields', limits.rootFields, (n) => `{ ${repeat(n, () => '__typename')} }`],
  ['mutations', limits.mutations, (n) => `mutation { ${repeat(n, leave)} }`],
])('limits %s to %i', (what, limit, write) => {
  const admitted = (count: number) => admit(schema, { query: write(count) })
  expect(admitted(limit)).toMatchObject({ cost: expect.any(Number) })
  const message = `The document has ${limit + 1} ${what}; at most ${limit} are accepted.`
  expect(admitted(limit + 1)).toMatchObject({ refusal: { message } })
})

test('limits comparisons of equal selections, and names the field in the error', () => {
  const repeated = (count: number, text: string) =>
    admit(schema, { query: `{ viewer { ${repeat(count, () => text)} } }` })
  expect(repeated(387, 'isEmailVerified')).toMatchObject({ cost: 1 })
  const message =
    'The document has 75078 comparisons of equal fields, most of Viewer.isEmailVerified; at most 75000 are accepted.'
  expect(repeated(388, 'isEmailVerified')).toMatchObject({ refusal: { message } })
  expect(repeated(60, 'user { id name email image __typename }')).toMatchObject({ cost: 61 })
  expect(repeated(180, 'user { id }')).toMatchObject({
    refusal: { message: expect.stringContaining('most of Viewer.user;') },
  })
})

test('accepts a page of sixty components with overlapping selections', () => {
  const own = 'id __typename viewerMembership { id roles } ...Logo'
  const fragments = Array.from(
    { length: 60 },
    (_, n) => `fragment Component${n} on Organization { ${n ? 'id __typename' : own} }`,
  )
  const query = `query ($id: ID!, $a: Boolean!) { node(id: $id) { ${fragments.map((_, n) => `...Component${n}${n < 20 ? ' @include(if: $a)' : ''}`).join(' ')} } }
    ${fragments.join(' ')} fragment Logo on Organization { id logo ${repeat(30, (n) => `alias${n}: name`)} }`
  expect(admit(schema, { query })).toMatchObject({ cost: 2 })
})
