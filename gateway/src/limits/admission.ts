import { GraphQLError, Kind, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { limits } from './limits.ts'
import { measure, type Size } from './measure.ts'

/** A request as it may come in a body or a query string; anything else is left to the server to refuse. */
const graphqlRequest = z.object({
  query: z.string(),
  variables: z.union([z.record(z.string(), z.unknown()), z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)))]).nullish().catch(undefined), // prettier-ignore
})

/** What was admitted, or why not. */
export type Admission = { readonly cost: number } | { readonly refusal: GraphQLError }

const refused = (code: string, message: string, extensions: object = {}): Admission => ({
  refusal: new GraphQLError(message, { extensions: { code, ...extensions } }),
})
const tooMuch = (what: string, has: number, limit: number): Admission =>
  refused('GRAPHQL_VALIDATION_FAILED', `The document has ${has} ${what}; at most ${limit} are accepted.`)

/**
 * Decides before anything else looks at a request whether it is small enough to look at: validation itself takes time that
 * is quadratic in some documents. Documents that do not parse pass, to be refused in the usual words.
 */
export function admit(schema: GraphQLSchema, body: unknown): Admission {
  const request = graphqlRequest.safeParse(body)
  if (!request.success) return { cost: 0 }
  const { query, variables } = request.data
  if (query.length > limits.characters) return tooMuch('characters', query.length, limits.characters)
  const document = tryParse(query)
  if (!document) return { cost: 0 }
  const isMutation = document.definitions.some(
    (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === 'mutation',
  )
  const sizes = measure(schema, document, variables ?? {})
  return (
    sizes.map((size) => check(size, isMutation)).find((one) => one !== undefined) ?? {
      cost: Math.max(0, ...sizes.map((size) => size.cost)),
    }
  )
}

function check(size: Size, isMutation: boolean): Admission | undefined {
  const rootFields = isMutation ? limits.mutations : limits.rootFields
  if (size.depth > limits.depth) return tooMuch('levels', size.depth, limits.depth)
  if (size.aliases > limits.aliases) return tooMuch('aliases', size.aliases, limits.aliases)
  if (size.directives > limits.directives) return tooMuch('directives', size.directives, limits.directives)
  if (size.fields > rootFields) return tooMuch(isMutation ? 'mutations' : 'root fields', size.fields, rootFields)
  if (size.cost > limits.cost) {
    const message = `The document asks for up to ${size.cost} objects; at most ${limits.cost} are answered. Ask for smaller pages.`
    return refused('COST_LIMIT_EXCEEDED', message, { cost: size.cost, limit: limits.cost })
  }
  return undefined
}

function tryParse(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: limits.tokens, noLocation: true })
  } catch {
    return null
  }
}
