import type { ApolloServerPlugin } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql'
import { countRefused } from './count-operations.ts'

// Clients that accept only `application/json` treat any status except 2xx as a broken connection
// (https://graphql.github.io/graphql-over-http/draft/#sec-application-json).
const statusOfRefusedDocument = (accept: string | undefined): number => (takesGraphqlResponses(accept) ? 400 : 200)

const takesGraphqlResponses = (accept: string | undefined): boolean =>
  accept?.includes('application/graphql-response+json') ?? false

const documentCodes: readonly unknown[] = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']

export const lenientStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response: { http }, errors }) => {
      if (http.status === 400 && documentCodes.includes(errors?.[0]?.extensions['code'])) {
        http.status = statusOfRefusedDocument(request.http?.headers.get('accept'))
      }
    },
  }),
}

/** Rejects a request before Apollo Server sees it, in the same format. */
export function refuse(
  { headers: { accept } }: FastifyRequest,
  reply: FastifyReply,
  error: GraphQLError,
  status = statusOfRefusedDocument(accept),
): FastifyReply {
  countRefused(error)
  // Clients parse error responses only with the GraphQL content type.
  const type = takesGraphqlResponses(accept) ? 'graphql-response+json' : 'json'
  return reply
    .code(status)
    .type(`application/${type}; charset=utf-8`)
    .send({ errors: [error] })
}
