import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql'
import { jsonSize } from '../limits/json-size.ts'
import { limits } from '../limits/limits.ts'

function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('A JSONObject is an object, for instance {"plan": "free"}.')
}

function requireFlatObject(value: unknown): unknown {
  if (jsonSize(value).depth <= limits.variableDepth) return requireObject(value)
  throw new GraphQLError(`A JSONObject has at most ${limits.variableDepth} levels.`)
}

export const scalarResolvers = {
  JSONObject: {
    __serialize: requireObject,
    __parseValue: requireFlatObject,
    __parseLiteral: (node: ValueNode, variables: Record<string, unknown>) =>
      requireFlatObject(valueFromASTUntyped(node, variables)),
  },
}
