import {
  ApolloClient,
  CombinedGraphQLErrors,
  HttpLink,
  InMemoryCache,
  type OperationVariables,
  ServerError,
  type TypedDocumentNode,
} from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { type Answer, type CallError, tellUnauthorized } from '../auth-client.ts'
import { getSession, subscribeSession } from '../session/session.ts'

// The session may have ended elsewhere: then the shell leads to sign-in.
const watchSession = new ErrorLink(({ error }) => {
  if (callErrorOf(error).code === 'UNAUTHENTICATED') tellUnauthorized()
})

/** One client for all remotes; the header proves to the gateway that no foreign form sent the request. */
export const client = new ApolloClient({
  link: watchSession.concat(
    new HttpLink({ uri: '/graphql', credentials: 'same-origin', headers: { 'apollo-require-preflight': 'true' } }),
  ),
  cache: new InMemoryCache(),
})

/** Runs a mutation and answers its data or its error; like `request` of the REST client it never rejects. */
export async function mutate<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  try {
    const { data } = await client.mutate<Data>({ mutation, variables })
    if (data === undefined) throw new Error('The gateway answered a mutation without data')
    return { data, error: null }
  } catch (error) {
    return { data: null, error: callErrorOf(error) }
  }
}

/** The error of a query or mutation in the form that all screens show; `code` is the gateway's. */
export function callErrorOf(error: unknown): CallError {
  const message = error instanceof Error ? error.message : String(error)
  if (CombinedGraphQLErrors.is(error)) {
    const { code, retryAfter } = error.errors[0]?.extensions ?? {}
    return {
      status: 200,
      statusText: '',
      code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
      message,
      ...(typeof retryAfter === 'number' && { retryAfter }),
    }
  }
  if (ServerError.is(error)) {
    const code = error.statusCode === 429 ? 'TOO_MANY_REQUESTS' : `HTTP_${error.statusCode}`
    return { status: error.statusCode, statusText: error.response.statusText, code, message }
  }
  return { status: 0, statusText: 'Network failure', code: 'NETWORK_FAILURE', message }
}

let viewer = viewerKey()

// What one person has seen must not be there for the next one; another active organisation changes answers too.
subscribeSession(() => {
  const next = viewerKey()
  if (next === viewer) return
  viewer = next
  void client.resetStore().catch(() => undefined) // a query that fails again shows its own error
})

function viewerKey(): string {
  const state = getSession()
  return state.status === 'signed-in' ? `${state.user.id} ${state.session.activeOrganizationId}` : state.status
}
