import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  InMemoryCache,
  type OperationVariables,
  ServerError,
  type TypedDocumentNode,
} from '@apollo/client'
import { BaseHttpLink } from '@apollo/client/link/http'
import { OperationTypeNode } from 'graphql'
import { concat, defer, EMPTY, finalize, from, type Observable, of, Subject, switchMap, tap } from 'rxjs'
import { type Answer, type CallError, describeFailure, tellUnauthorized } from '../auth-client.ts'
import { getReturns, getSession, type SessionState, subscribeSession } from '../session/session.ts'

// The session may have ended elsewhere. What is read waits then until the user is back, and is asked for again: an answer
// without a viewer would take the place of the page, and of what is typed there. `viewer` is null without an error.
const watchSession = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    switchMap((result) => {
      if (!saysSignedOut(result)) return of(result)
      const settled = tellUnauthorized()
      if (operation.operationType === OperationTypeNode.MUTATION) return of(result)
      return from(settled).pipe(switchMap((isBack) => (isBack ? forward(operation) : of(result))))
    }),
  ),
)

function saysSignedOut({ data, errors }: ApolloLink.Result): boolean {
  if (errors) return errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')
  return data?.['viewer'] === null && getSession().status === 'signed-in'
}

let sent: Observable<never> = EMPTY
/** What shows its outcome before there is one goes out one after the other, so that the last click is what stays. */
const inTurn = new ApolloLink((operation, forward) => {
  if (!operation.getContext()['isOptimistic']) return forward(operation)
  const before = sent
  const done = new Subject<never>()
  sent = done
  return concat(
    before,
    defer(() => forward(operation)),
  ).pipe(finalize(() => done.complete()))
})

let changes = 0
const changed = (): void => void (changes += 1)

// What was asked for before a change was done, and is answered after it, may not know of it: it is asked for again. Apollo lets
// another one who asks the same meanwhile share that answer, which would then stay on the page.
const readAnew = new ApolloLink((operation, forward) => {
  if (operation.operationType === OperationTypeNode.MUTATION)
    return forward(operation).pipe(tap({ next: changed, error: changed }))
  const ask = (): Observable<ApolloLink.Result> => {
    const before = changes
    return forward(operation).pipe(switchMap((result) => (changes === before ? of(result) : ask())))
  }
  return defer(ask)
})

// What the next person may not know comes to nobody. Queries that are on their way Apollo gives up by itself, mutations it does not.
const forWhoAsked = new ApolloLink((operation, forward) => {
  const { who } = viewer
  return forward(operation).pipe(
    tap(() => {
      if (viewer.who !== who) throw new Error('This was answered after the session of who asked had ended')
    }),
  )
})

/** One client for all remotes; the header proves to the gateway that no foreign form sent the request. */
export const client = new ApolloClient({
  link: ApolloLink.from([
    watchSession,
    inTurn,
    readAnew,
    forWhoAsked,
    // Not HttpLink, which adds to each request which library sent it.
    new BaseHttpLink({ uri: '/graphql', credentials: 'same-origin', headers: { 'apollo-require-preflight': 'true' } }),
  ]),
  // What has no id of its own would be replaced by each answer about it, and the other queries on the page asked again.
  cache: new InMemoryCache({
    typePolicies: {
      Viewer: { merge: true },
      OrganizationConnection: { merge: true },
      TeamConnection: { merge: true },
      InvitationConnection: { merge: true },
    },
  }),
})

/** A mutation's payload is null only beside an error. */
type Payloads<Data> = { [Name in keyof Data]: NonNullable<Data[Name]> }

/**
 * Runs a mutation and answers its data or its error; like `request` of the REST client it never rejects. `expected`, the answer when
 * it is done, shows on the page at once, until the true one comes: for what is rarely refused.
 */
export async function mutate<Data extends object, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  expected?: ApolloClient.MutateOptions<Data>['optimisticResponse'],
): Promise<Answer<Payloads<Data>>> {
  const isOptimistic = expected !== undefined
  try {
    const { data } = await client.mutate<Data>({
      mutation,
      variables,
      context: { isOptimistic },
      ...(isOptimistic && { optimisticResponse: expected }),
    })
    if (!data || !hasPayloads(data)) throw new Error('The gateway answered a mutation without its payload')
    return { data, error: null }
  } catch (error) {
    return { data: null, error: callErrorOf(error) }
  }
}

function hasPayloads<Data extends object>(data: Data): data is Data & Payloads<Data> {
  return Object.values(data).every((payload) => payload !== null)
}

type Payload = { userErrors: { code: string }[] }

/** Why what a mutation asked for did not happen: its error, or what its payload refuses; null when it happened. */
export function refusalOf({
  data,
  error,
}: Answer<Record<string, Payload>>): Pick<CallError, 'code' | 'retryAfter'> | null {
  return error ?? Object.values(data).flatMap(({ userErrors }) => userErrors)[0] ?? null
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
  if (ServerError.is(error)) return describeFailure(error.response, null)
  return { status: 0, statusText: 'Network failure', code: 'NETWORK_FAILURE', message }
}

let viewer = viewerOf(getSession())

// What one person has seen must not be there for the next one. Another active organization changes answers too, and who
// comes back may have been away for long, but what stands on the page stays meanwhile, so that no form loses what is typed.
subscribeSession(() => {
  const before = viewer
  viewer = viewerOf(getSession())
  if (viewer.who !== before.who) ignoreFailure(client.resetStore())
  else if (viewer.context !== before.context) ignoreFailure(client.reFetchObservableQueries())
})

function viewerOf(state: SessionState): { who: string; context: string } {
  if (state.status !== 'signed-in') return { who: state.status, context: '' }
  return { who: state.user.id, context: `${state.session.activeOrganizationId} ${getReturns()}` }
}

/** A query that fails again shows its own error. */
function ignoreFailure(queries: Promise<unknown>): void {
  void queries.catch(() => undefined)
}
