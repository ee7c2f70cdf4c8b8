import { GraphQLError, Kind, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { z } from 'zod'
import { jsonSize } from './json-size.ts'
import { limits } from './limits.ts'
import { measure, type Size } from './measure.ts'

/** A request as it may come in a body or a query string; what has another form is left to the server to refuse. */
const graphqlRequest = z.object({ query: z.string(), variables: z.unknown().optional() })

/** What was admitted, or why not. */
type Admission = { readonly cost: number } | { readonly refusal: GraphQLError }

const refused = (code: string, message: string, extensions: object = {}): Admission => ({
  refusal: new GraphQLError(message, { extensions: { code, ...extensions } }),
})
const tooMuch = (what: string, has: number, limit: number): Admission =>
  refused('GRAPHQL_VALIDATION_FAILED', `The document has ${has} ${what}; at most ${limit} are accepted.`)
const tooMuchSent = (what: string, has: number, limit: number): Admission =>
  refused('BAD_USER_INPUT', `The variables have ${has} ${what}; at most ${limit} are accepted.`)

/** A document that came before. What it costs is kept too, unless that depends on variables. */
interface Known {
  readonly document: DocumentNode | null
  readonly isMutation: boolean
  readonly subscribes: boolean
  admission?: Admission
}

/** How many documents are remembered; clients of one version send a few dozen. */
const remembered = 500

/**
 * Decides before anything else looks at a request whether it is small enough to look at: validation itself takes time that
 * is quadratic in some documents. Documents that do not parse pass, to be refused in the usual words.
 */
export class Admissions {
  readonly #schema: GraphQLSchema
  readonly #known = new Map<string, Known>()

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  admit(body: unknown): Admission {
    const request = graphqlRequest.safeParse(body)
    if (!request.success) return { cost: 0 }
    const { query } = request.data
    const variables = parseVariables(request.data.variables)
    const { values, depth } = jsonSize(variables)
    if (values > limits.variableValues) return tooMuchSent('values', values, limits.variableValues)
    if (depth > limits.variableDepth) return tooMuchSent('levels', depth, limits.variableDepth)
    if (query.length > limits.characters) return tooMuch('characters', query.length, limits.characters)
    const known = this.#recall(query)
    if (known.admission) return known.admission
    if (!known.document) return { cost: 0 }
    if (known.subscribes) return refused('GRAPHQL_VALIDATION_FAILED', 'There are no subscriptions here.')
    let depends = false
    const sizes = measure(this.#schema, known.document, (name) => {
      depends = true
      return isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
    })
    const refusal = sizes.map((size) => check(size, known.isMutation)).find((verdict) => verdict !== undefined)
    const admission = refusal ?? { cost: Math.max(0, ...sizes.map((size) => size.cost)) }
    if (!depends) known.admission = admission
    return admission
  }

  #recall(query: string): Known {
    const known = this.#known.get(query) ?? parseDocument(query)
    this.#known.delete(query) // the most recently used stands last
    this.#known.set(query, known)
    if (this.#known.size > remembered) this.#known.delete(this.#known.keys().next().value ?? '')
    return known
  }
}

function check(size: Size, isMutation: boolean): Admission | undefined {
  const rootFields = isMutation ? limits.mutations : limits.rootFields
  if (size.depth > limits.depth) return tooMuch('levels', size.depth, limits.depth)
  if (size.aliases > limits.aliases) return tooMuch('aliases', size.aliases, limits.aliases)
  if (size.directives > limits.directives) return tooMuch('directives', size.directives, limits.directives)
  if (size.selections > limits.selections) return tooMuch('selections', size.selections, limits.selections)
  if (size.comparisons > limits.comparisons)
    return tooMuch(`comparisons of equal fields, most of ${size.mostCompared}`, size.comparisons, limits.comparisons)
  if (size.fields > rootFields) return tooMuch(isMutation ? 'mutations' : 'root fields', size.fields, rootFields)
  if (size.cost > limits.cost) {
    const message = `The document asks for up to ${size.cost} objects; at most ${limits.cost} are answered. Ask for smaller pages.`
    return refused('COST_LIMIT_EXCEEDED', message, { cost: size.cost, limit: limits.cost })
  }
  return undefined
}

/** In a query string they are JSON text. What is none is left to the server to refuse. */
function parseVariables(variables: unknown): unknown {
  try {
    return typeof variables === 'string' ? JSON.parse(variables) : variables
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parseDocument(query: string): Known {
  try {
    const document = parse(query, { maxTokens: limits.tokens, noLocation: true })
    const has = (operation: string) =>
      document.definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === operation)
    return { document, isMutation: has('mutation'), subscribes: has('subscription') }
  } catch {
    return { document: null, isMutation: false, subscribes: false }
  }
}
