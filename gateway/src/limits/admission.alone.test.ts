import { parse } from 'graphql'
import { beforeEach, expect, test, vi } from 'vitest'
import { schema } from '../schema/schema.ts'
import { Admissions } from './admission.ts'
import { limits } from './limits.ts'

vi.mock('graphql', { spy: true })
beforeEach(() => void vi.mocked(parse).mockClear())

const document = (index: number) => ({ query: `{ __typename } # ${index}` })
const timesParsed = (body: { query: string }) =>
  vi.mocked(parse).mock.calls.filter(([source]) => source === body.query).length

test('a document that comes again is not parsed again', () => {
  const admissions = new Admissions(schema)
  for (let round = 0; round < 3; round += 1) expect(admissions.admit(document(0))).toEqual({ cost: 0 })
  expect(timesParsed(document(0))).toBe(1)
})

test('of documents the 500 that came last are remembered, and no more', () => {
  const admissions = new Admissions(schema)
  for (let index = 0; index < 500; index += 1) admissions.admit(document(index))
  admissions.admit(document(0))
  admissions.admit(document(500)) // now the second, which nobody asked for again, has to go
  admissions.admit(document(0))
  expect(timesParsed(document(0))).toBe(1)
  admissions.admit(document(1))
  expect(timesParsed(document(1))).toBe(2)
})

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
])('as many %s as are allowed, %i, pass, and one more does not', (what, limit, write) => {
  const admit = (count: number) => new Admissions(schema).admit({ query: write(count) })
  expect(admit(limit)).toMatchObject({ cost: expect.any(Number) })
  const message = `The document has ${limit + 1} ${what}; at most ${limit} are accepted.`
  expect(admit(limit + 1)).toMatchObject({ refusal: { message } })
})

test('equal selections are weighed by what comparing them takes, and the refusal names the field', () => {
  const admit = (count: number, text: string) =>
    new Admissions(schema).admit({ query: `{ viewer { ${repeat(count, () => text)} } }` })
  expect(admit(387, 'isEmailVerified')).toMatchObject({ cost: 1 })
  const message =
    'The document has 75078 comparisons of equal fields, most of Viewer.isEmailVerified; at most 75000 are accepted.'
  expect(admit(388, 'isEmailVerified')).toMatchObject({ refusal: { message } })
  expect(admit(60, 'user { id name email image __typename }')).toMatchObject({ cost: 61 })
  expect(admit(180, 'user { id }')).toMatchObject({
    refusal: { message: expect.stringContaining('most of Viewer.user;') },
  })
})

test('a page of sixty components that each select what they need passes', () => {
  const own = 'id __typename viewerMembership { id roles } ...Logo'
  const fragments = Array.from(
    { length: 60 },
    (_, n) => `fragment Component${n} on Organization { ${n ? 'id __typename' : own} }`,
  )
  const query = `query ($id: ID!, $a: Boolean!) { node(id: $id) { ${fragments.map((_, n) => `...Component${n}${n < 20 ? ' @include(if: $a)' : ''}`).join(' ')} } }
    ${fragments.join(' ')} fragment Logo on Organization { id logo ${repeat(30, (n) => `alias${n}: name`)} }`
  expect(new Admissions(schema).admit({ query })).toMatchObject({ cost: 2 })
})
