import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql'

function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('A JSONObject is an object, for instance {"plan": "free"}.')
}

/** Its name, description and specification stand in node.graphql. */
export const scalarResolvers = {
  JSONObject: new GraphQLScalarType({
    name: 'JSONObject',
    serialize: requireObject,
    parseValue: requireObject,
    parseLiteral: (node, variables) => requireObject(valueFromASTUntyped(node, variables)),
  }),
}
