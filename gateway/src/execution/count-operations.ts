import type { ApolloServerPlugin } from '@apollo/server'
import type { GraphQLFormattedError } from 'graphql'
import { Counter, Histogram } from 'prom-client'
import type { GatewayContext } from '../context.ts'

const operations = new Counter({
  name: 'graphql_operations_total',
  help: 'Operations by their kind, and by what came of them: ok, or the code of the first error',
  labelNames: ['kind', 'outcome'],
})
const costs = new Histogram({
  name: 'graphql_operation_cost',
  help: 'How many objects the operations that were admitted could answer at most',
  buckets: [1, 10, 50, 100, 250, 500, 1000, 2500, 5000],
})

/** Counts an operation that was refused before its kind was known. */
export function countRefused({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): void {
  operations.inc({ kind: 'unknown', outcome: String(extensions?.['code']) })
}

/** Counts the others. Never by their names, which clients choose. Stands behind what changes answers. */
export const countOperations: ApolloServerPlugin<GatewayContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ operation, contextValue, response: { body } }) => {
      if (operation) costs.observe(contextValue.cost)
      const [error] = (body.kind === 'single' && body.singleResult.errors) || []
      const outcome = error ? String(error.extensions?.['code']) : 'ok'
      operations.inc({ kind: operation?.operation ?? 'unknown', outcome })
    },
  }),
}
