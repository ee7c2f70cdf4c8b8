import { parse } from 'graphql'
import { beforeEach, expect, test, vi } from 'vitest'
import { schema } from '../schema/schema.ts'
import { Admissions } from './admission.ts'

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
