import { buildSchema, executeSync, parse, type GraphQLResolveInfo } from 'graphql'
import { expect, test, vi } from 'vitest'
import { NodeCache } from './node-cache.ts'

const schema = buildSchema('type Query { field(n: Int): Inner } type Inner { n(is: Int): Int }')

test.each([
  [1, '{ field { n } }'],
  [1, '{ field(n: 1) { n(is: 2) } }'],
  [1, '{ field { ...F } } fragment F on Inner { n }'],
  [1, 'query ($n: Int) { field { n } __typename @skip(if: false) }'],
  [2, 'query ($n: Int) { field(n: $n) { n } }'],
  [2, 'query ($n: Int) { field { n(is: $n) } }'],
  [2, 'query ($n: Int) { field { ...F } } fragment F on Inner { ...G } fragment G on Inner { n(is: $n) }'],
  [2, '{ field { n } field { n } }'],
])('is computed %i times when it comes twice: %s', (times, text) => {
  const cache = new NodeCache<null>()
  const compute = vi.fn<() => null>(() => null)
  const field = (_: unknown, __: unknown, info: GraphQLResolveInfo) => cache.get(info, info.fieldNodes, compute)
  const document = parse(text)
  for (const n of [1, 2]) executeSync({ schema, document, rootValue: { field }, variableValues: { n } })
  expect(compute).toHaveBeenCalledTimes(times)
})
