import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql'
import { jsonSize } from 'contract/graphql/json-size.ts'
import { limits } from 'contract/graphql/limits.ts'

function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('A JSONObject must be an object, for example {"plan": "free"}.')
}

function requireStorable(value: unknown): unknown {
  const object = requireObject(value)
  if (jsonSize(object).depth > limits.variableDepth)
    throw new GraphQLError(`A JSONObject must have at most ${limits.variableDepth} levels.`)
  if (hasUnsafeInteger(object))
    throw new GraphQLError('A JSONObject supports integers up to 9007199254740991. Write larger ones as strings.')
  return object
}

/** JavaScript has already rounded such a number. */
function hasUnsafeInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnsafeInteger)
}

export const scalarResolvers = {
  JSONObject: {
    __serialize: requireObject,
    __parseValue: requireStorable,
    __parseLiteral: (node: ValueNode, variables: Record<string, unknown>) =>
      requireStorable(valueFromASTUntyped(node, variables)),
  },
}
