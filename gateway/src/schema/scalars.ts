import { GraphQLError, valueFromASTUntyped, type ValueNode } from 'graphql'
import { jsonSize } from '../limits/json-size.ts'
import { limits } from '../limits/limits.ts'

function requireObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('A JSONObject is an object, for instance {"plan": "free"}.')
}

function requireKeepable(value: unknown): unknown {
  const object = requireObject(value)
  if (jsonSize(object).depth > limits.variableDepth)
    throw new GraphQLError(`A JSONObject has at most ${limits.variableDepth} levels.`)
  if (holdsRounded(object))
    throw new GraphQLError('A JSONObject holds integers up to 9007199254740991; write larger ones as text.')
  return object
}

/** JSON allows any number, JavaScript keeps the nearest that it has. */
function holdsRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsRounded)
}

export const scalarResolvers = {
  JSONObject: {
    __serialize: requireObject,
    __parseValue: requireKeepable,
    __parseLiteral: (node: ValueNode, variables: Record<string, unknown>) =>
      requireKeepable(valueFromASTUntyped(node, variables)),
  },
}
