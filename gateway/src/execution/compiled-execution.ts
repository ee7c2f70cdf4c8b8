import type { ApolloServerPlugin } from '@apollo/server'
import {
  getVariableValues,
  visit,
  type DocumentNode,
  type FragmentSpreadNode,
  type GraphQLSchema,
  type InlineFragmentNode,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import type { GatewayContext } from '../context.ts'
import type { PresentError } from './present-error.ts'

/** Compiling costs as much as some twenty executions, so a query earns it by coming back. */
const sightingsBeforeCompiling = 3

interface Seen {
  times: number
  /** Null: it cannot be compiled. */
  compiled?: CompiledQuery | null
}

/**
 * Executes queries that come back as compiled functions, at less than half the CPU of graphql-js. Apollo Server keeps
 * parsed documents, so the same text is the same object here. Everything else takes the usual way.
 */
export function compiledExecution(schema: GraphQLSchema, present: PresentError): ApolloServerPlugin<GatewayContext> {
  const seenDocuments = new WeakMap<DocumentNode, Map<string | null, Seen>>()

  function compiledQuery(document: DocumentNode, name: string | null): CompiledQuery | null {
    const byName = seenDocuments.get(document) ?? new Map<string | null, Seen>()
    seenDocuments.set(document, byName)
    const seen = byName.get(name) ?? { times: 0 }
    byName.set(name, seen)
    seen.times += 1
    if (seen.times <= sightingsBeforeCompiling) return null
    if (seen.compiled === undefined) {
      const outcome = hasConditionalFragment(document) ? null : compileQuery(schema, document, name ?? undefined)
      seen.compiled = outcome && isCompiledQuery(outcome) ? outcome : null
    }
    return seen.compiled
  }

  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, operation, operationName, request, contextValue, response }) => {
        // Against its type, `operation` is absent when a document has several and none is named.
        if (operation?.operation !== 'query') return null
        const variables = request.variables ?? {}
        // graphql-js knows rules for variables that the compiler does not, `@oneOf` for one; refusals are its own too.
        if (getVariableValues(schema, operation.variableDefinitions ?? [], variables).errors) return null
        const compiled = compiledQuery(document, operationName)
        if (!compiled) return null
        const { data, errors } = await compiled.query({}, contextValue, variables)
        const singleResult = {
          data: data ?? null,
          ...(errors && { errors: errors.map((error) => present(error.toJSON(), error)) }),
        }
        return { http: response.http, body: { kind: 'single', singleResult } }
      },
    }),
  }
}

/** The compiler takes a fragment under its first condition only: `...A @skip(if: $yes) ...A` would lack what A selects. */
function hasConditionalFragment(document: DocumentNode): boolean {
  let isConditional = false
  const look = ({ directives }: InlineFragmentNode | FragmentSpreadNode) => {
    isConditional ||= (directives ?? []).length > 0
  }
  visit(document, { InlineFragment: look, FragmentSpread: look })
  return isConditional
}
