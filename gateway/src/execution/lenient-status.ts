import type { ApolloServerPlugin } from '@apollo/server'

/**
 * Clients that ask for `application/json` take any status but 2xx for a broken connection, so a document that cannot be
 * executed answers them 200 (https://graphql.github.io/graphql-over-http/draft/#sec-application-json). Those that ask for
 * `application/graphql-response+json` get 400.
 */
export function statusOfRefusedDocument(accept: string | undefined): number {
  return takesGraphqlResponses(accept) ? 400 : 200
}

/** The content type of an answer that Apollo Server does not make: clients read one that is no success only by its own type. */
export function contentTypeOf(accept: string | undefined): string {
  return `application/${takesGraphqlResponses(accept) ? 'graphql-response+' : ''}json; charset=utf-8`
}

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
