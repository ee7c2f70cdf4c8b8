import type { ApolloServerPlugin } from '@apollo/server'
import type { GraphQLFormattedError } from 'graphql'
import { Counter, Histogram } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import type { GatewayContext } from '../context.ts'

const operations = new Counter({
  name: 'graphql_operations_total',
  help: 'Operations by kind and outcome: ok or the code of the first error',
  labelNames: ['kind', 'outcome'],
})
startAtZero(operations, {
  kind: ['query', 'mutation', 'unknown'],
  outcome: [
    'ok', 'UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'COST_LIMIT_EXCEEDED', 'ANSWER_TOO_LARGE', 'BAD_USER_INPUT',
    'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'PERSISTED_DOCUMENT_NOT_FOUND', 'BAD_REQUEST',
    'OPERATION_RESOLUTION_FAILURE', 'UPSTREAM_UNAVAILABLE', 'INTERNAL_SERVER_ERROR',
  ],
}) // prettier-ignore
const costs = new Histogram({
  name: 'graphql_operation_cost',
  help: 'Maximum number of objects that admitted operations could return',
  buckets: [1, 10, 50, 100, 250, 500, 1000, 2500, 5000],
})

/** For operations that are rejected before they are parsed. */
export function countRefused({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): void {
  operations.inc({ kind: 'unknown', outcome: String(extensions?.['code']) })
}

/** No label is an operation's name: clients choose those. Follows plugins that change responses. */
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
