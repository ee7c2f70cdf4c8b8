import { createHash } from 'node:crypto'
import { admit } from 'contract/graphql/admission.ts'
import { limits } from 'contract/graphql/limits.ts'
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql'
import type { VersionDocument } from 'contract/registry.ts'
import { type Violation, makeViolation } from './violation.ts'

/** Problems of documents by hash. Each is validated once by schema, because that takes milliseconds. */
type Known = Map<string, readonly string[]>

const maxKnown = 10_000
let cached: { sdl: string; schema: GraphQLSchema; known: Known } | undefined

/** Without a schema (`null`), checks only the hashes. */
export function checkDocuments(version: VersionDocument, sdl: string | null): Violation[] {
  if (Object.keys(version.documents).length === 0) return []
  if (sdl !== null && cached?.sdl !== sdl) cached = { sdl, schema: buildSchema(sdl), known: new Map() }
  const live = sdl === null ? undefined : cached
  return Object.entries(version.documents).flatMap(([hash, text]) => {
    if (createHash('sha256').update(text).digest('hex') !== hash) {
      const why = `lists a GraphQL document as ${hash}, which is not its hash. Build it again; documents are in src/generated.`
      return [makeViolation(version, 'DOCUMENT_HASH', hash, why)]
    }
    if (!live) return []
    const problems = live.known.get(hash) ?? problemsOf(live.schema, text)
    if (live.known.size >= maxKnown) live.known.clear()
    live.known.set(hash, problems)
    return problems.map((problem) => {
      const name = /\b(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? hash
      const why = `uses the GraphQL document ${name}, which is invalid in the live schema: ${problem} Change it, or wait for a schema that supports it.`
      return makeViolation(version, 'DOCUMENT_INVALID', name, why)
    })
  })
}

/** Applies the gateway's limits first, because validation can take quadratic time. */
function problemsOf(schema: GraphQLSchema, text: string): string[] {
  const admission = admit(schema, { query: text })
  if ('refusal' in admission) return [admission.refusal.message]
  try {
    const document = parse(text, { maxTokens: limits.tokens })
    return validate(schema, document, undefined, { maxErrors: limits.validationErrors }).map(({ message }) => message)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
