import { GraphQLError, Kind, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { jsonSize } from './json-size.ts'
import { limits } from './limits.ts'
import { measure, type Size } from './measure.ts'

const graphqlRequest = z.object({ query: z.string(), variables: z.unknown().optional() })

type Admission = { readonly cost: number } | { readonly refusal: GraphQLError }

const refused = (code: string, message: string, extensions: object = {}): Admission => ({
  refusal: new GraphQLError(message, { extensions: { code, ...extensions } }),
})
const tooMuch = (what: string, has: number, limit: number): Admission =>
  refused('GRAPHQL_VALIDATION_FAILED', `The document has ${has} ${what}; at most ${limit} are accepted.`)
const tooMuchSent = (what: string, has: number, limit: number): Admission =>
  refused('BAD_USER_INPUT', `The variables have ${has} ${what}; at most ${limit} are accepted.`)

/** Precedes validation, which can take quadratic time. Lets malformed requests pass. */
export function admit(schema: GraphQLSchema, parameters: unknown): Admission {
  const request = graphqlRequest.safeParse(parameters)
  if (!request.success) return { cost: 0 }
  const { query } = request.data
  const variables = parseVariables(request.data.variables)
  const { values, depth } = jsonSize(variables)
  if (values > limits.variableValues) return tooMuchSent('values', values, limits.variableValues)
  if (depth > limits.variableDepth) return tooMuchSent('levels', depth, limits.variableDepth)
  if (query.length > limits.characters) return tooMuch('characters', query.length, limits.characters)
  const document = parseDocument(query)
  if (!document) return { cost: 0 }
  if (has(document, 'subscription')) return refused('GRAPHQL_VALIDATION_FAILED', 'Subscriptions are not supported.')
  const sizes = measure(schema, document, (name) =>
    isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined,
  )
  const isMutation = has(document, 'mutation')
  const refusal = sizes.map((size) => check(size, isMutation)).find((verdict) => verdict !== undefined)
  return refusal ?? { cost: Math.max(0, ...sizes.map((size) => size.cost)) }
}

function check(size: Size, isMutation: boolean): Admission | undefined {
  const rootFields = isMutation ? limits.mutations : limits.rootFields
  if (size.depth > limits.depth) return tooMuch('levels', size.depth, limits.depth)
  if (size.aliases > limits.aliases) return tooMuch('aliases', size.aliases, limits.aliases)
  if (size.directives > limits.directives) return tooMuch('directives', size.directives, limits.directives)
  if (size.selections > limits.selections) return tooMuch('selections', size.selections, limits.selections)
  if (size.comparisons > limits.comparisons)
    return tooMuch(
      `comparisons of equal fields, most of ${size.mostComparedField}`,
      size.comparisons,
      limits.comparisons,
    )
  if (size.fields > rootFields) return tooMuch(isMutation ? 'mutations' : 'root fields', size.fields, rootFields)
  if (size.cost > limits.cost) {
    const message = `The document requests up to ${size.cost} objects; the maximum is ${limits.cost}. Request smaller pages.`
    return refused('COST_LIMIT_EXCEEDED', message, { cost: size.cost, limit: limits.cost })
  }
  return undefined
}

/** In a query string variables are JSON text. */
function parseVariables(variables: unknown): unknown {
  try {
    return typeof variables === 'string' ? JSON.parse(variables) : variables
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const has = ({ definitions }: DocumentNode, operation: string): boolean =>
  definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === operation)

function parseDocument(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: limits.tokens, noLocation: true })
  } catch {
    return null
  }
}
