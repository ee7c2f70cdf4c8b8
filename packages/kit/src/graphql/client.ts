import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { BaseHttpLink } from '@apollo/client/link/http'
import { OperationTypeNode } from 'graphql'
import { concat, defer, EMPTY, finalize, from, type Observable, of, Subject, switchMap, tap } from 'rxjs'
import { notifyUnauthorized } from '../auth-client.ts'
import { getReturns, getSession, type SessionState, subscribeSession } from '../session/session.ts'

// If the session ended elsewhere, operations wait until the user is back and are repeated: a result
// without a viewer would replace the page and lose typed text. A mutation must not be done twice.
const watchSession = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    switchMap((result) => {
      if (!isSignedOut(result)) return of(result)
      const settled = notifyUnauthorized()
      const isMutation = operation.operationType === OperationTypeNode.MUTATION
      if (isMutation && Object.values(result.data ?? {}).some(Boolean)) return of(result)
      return from(settled).pipe(switchMap((isBack) => (isBack ? forward(operation) : of(result))))
    }),
  ),
)

function isSignedOut({ data, errors }: ApolloLink.Result): boolean {
  if (errors) return errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')
  return data?.['viewer'] === null && getSession().status === 'signed-in'
}

let lastMutation: Observable<never> = EMPTY
// Optimistic mutations are sent one after another, so that the last click wins.
const sendSequentially = new ApolloLink((operation, forward) => {
  if (!operation.getContext()['isOptimistic']) return forward(operation)
  const before = lastMutation
  const done = new Subject<never>()
  lastMutation = done
  return concat(
    before,
    defer(() => forward(operation)),
  ).pipe(finalize(() => done.complete()))
})

let mutations = 0
const countMutation = (): void => void (mutations += 1)

// Repeats queries that a mutation overtook, because their result may be older than it.
const repeatOutdatedQueries = new ApolloLink((operation, forward) => {
  if (operation.operationType === OperationTypeNode.MUTATION)
    return forward(operation).pipe(tap({ next: countMutation, error: countMutation }))
  const fetchAgain = (): Observable<ApolloLink.Result> => {
    const before = mutations
    return forward(operation).pipe(switchMap((result) => (mutations === before ? of(result) : fetchAgain())))
  }
  return defer(fetchAgain)
})

// Apollo cancels running queries when the user changes, but not mutations.
const dropOtherUsersResponses = new ApolloLink((operation, forward) => {
  const { who } = viewer
  return forward(operation).pipe(
    tap(() => {
      if (viewer.who !== who) throw new Error('The response arrived after the user had changed')
    }),
  )
})

/** Shared by all remotes. The header proves that no foreign form sent the request (CSRF). */
export const client = new ApolloClient({
  link: ApolloLink.from([
    watchSession,
    sendSequentially,
    repeatOutdatedQueries,
    dropOtherUsersResponses,
    new BaseHttpLink({ uri: '/graphql', credentials: 'same-origin', headers: { 'apollo-require-preflight': 'true' } }),
  ]),
  // Without an id, each result would replace these, and other queries would refetch.
  cache: new InMemoryCache({
    typePolicies: {
      Viewer: { merge: true },
      OrganizationConnection: { merge: true },
      TeamConnection: { merge: true },
      InvitationConnection: { merge: true },
    },
  }),
})

let viewer = viewerOf(getSession())

// The next user must not see cached data. A new organization only refetches, so forms keep text.
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

function ignoreFailure(queries: Promise<unknown>): void {
  void queries.catch(() => undefined)
}
