import type { ApolloServerPlugin } from '@apollo/server'

/**
 * Clients that ask for `application/json` take any status but 2xx for a broken connection, so a document that cannot be
 * executed answers them 200 (https://graphql.github.io/graphql-over-http/draft/#sec-application-json). Those that ask for
 * `application/graphql-response+json` get 400.
 */
export function statusFor(accept: string | undefined, status: number): number {
  return status === 400 && !accept?.includes('application/graphql-response+json') ? 200 : status
}

export const lenientStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response: { http } }) => {
      if (http.status !== undefined) http.status = statusFor(request.http?.headers.get('accept'), http.status)
    },
  }),
}
