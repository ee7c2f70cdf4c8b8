import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql'

function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('A JSONObject is an object, for instance {"plan": "free"}.')
}

export const scalarResolvers = {
  JSONObject: {
    __serialize: requireObject,
    __parseValue: requireObject,
    __parseLiteral: (node: ValueNode, variables: Record<string, unknown>) =>
      requireObject(valueFromASTUntyped(node, variables)),
  },
}
