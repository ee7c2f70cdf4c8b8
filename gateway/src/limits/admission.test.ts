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
  ['aliases', limits.aliases, (n) => `{ ${repeat(n, (index) => `a${index}: __typename`)} }`],
  ['directives', limits.directives, (n) => `{ ${repeat(n, () => '__typename @include(if: true)')} }`],
  ['selections of one field', limits.repeats, (n) => `{ viewer { ${repeat(n, () => 'isEmailVerified')} } }`],
  ['root fields', limits.rootFields, (n) => `{ ${repeat(n, () => '__typename')} }`],
  ['mutations', limits.mutations, (n) => `mutation { ${repeat(n, leave)} }`],
])('as many %s as are allowed, %i, pass, and one more does not', (what, limit, write) => {
  const admit = (count: number) => new Admissions(schema).admit({ query: write(count) })
  expect(admit(limit)).toMatchObject({ cost: expect.any(Number) })
  const message = `The document has ${limit + 1} ${what}; at most ${limit} are accepted.`
  expect(admit(limit + 1)).toMatchObject({ refusal: { message } })
})
