import { createHash } from 'node:crypto'
import { buildSchema, type GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import type { VersionDocument } from 'contract/registry.ts'
import { type Violation, makeViolation } from './violation.ts'

let cached: { sdl: string; schema: GraphQLSchema } | undefined

/** Without a schema (`null`), checks only the hashes. */
export function checkDocuments(version: VersionDocument, sdl: string | null): Violation[] {
  if (Object.keys(version.documents).length === 0) return []
  if (sdl !== null && cached?.sdl !== sdl) cached = { sdl, schema: buildSchema(sdl) }
  const schema = sdl === null ? undefined : cached?.schema
  return Object.entries(version.documents).flatMap(([hash, text]) => {
    if (createHash('sha256').update(text).digest('hex') !== hash) {
      const why = `lists a GraphQL document as ${hash}, which is not its hash. Build it again; documents are in src/generated.`
      return [makeViolation(version, 'DOCUMENT_HASH', hash, why)]
    }
    return violationsOf(schema, text).map(({ message }) => {
      const name = /\b(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? hash
      const why = `uses the GraphQL document ${name}, which is invalid in the live schema: ${message} Change it, or wait for a schema that supports it.`
      return makeViolation(version, 'DOCUMENT_INVALID', name, why)
    })
  })
}

function violationsOf(schema: GraphQLSchema | undefined, text: string): readonly Pick<GraphQLError, 'message'>[] {
  if (!schema) return []
  try {
    return validate(schema, parse(text, { maxTokens: 10_000 }), undefined, { maxErrors: 5 })
  } catch (error) {
    return [{ message: error instanceof Error ? error.message : String(error) }]
  }
}
