import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { BaseHttpLink } from '@apollo/client/link/http'
import { OperationTypeNode } from 'graphql'
import { concat, defer, EMPTY, finalize, from, type Observable, of, Subject, switchMap, tap } from 'rxjs'
import { tellUnauthorized } from '../auth-client.ts'
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
