import { type ApolloCache, ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { BaseHttpLink } from '@apollo/client/link/http'
import { OperationTypeNode } from 'graphql'
import { concat, defer, EMPTY, finalize, from, type Observable, of, Subject, switchMap, tap } from 'rxjs'
import { notifyUnauthorized } from '../auth-client.ts'
import { onTabMessage, postToTabs } from '../session/tabs.ts'
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
const countMutation = (): void => {
  mutations += 1
  postToTabs('graphql')
}

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
      Viewer: { merge: true, fields: { apiKeys: { merge: false } } },
      Organization: {
        fields: {
          roles: { merge: false },
          builtInRoles: { merge: false },
          remotePermissions: { merge: false },
          webhooks: { merge: false },
          apiKeys: { merge: false },
        },
      },
      OrganizationConnection: { merge: true },
      TeamConnection: { merge: true },
      InvitationConnection: { merge: true },
    },
  }),
})

let viewer = viewerOf(getSession())

// The next user must not see cached data. Otherwise only refetches, so forms keep text. The active
// organization is a field of the viewer: what belongs to the page's organization stays.
subscribeSession(() => {
  const before = viewer
  viewer = viewerOf(getSession())
  if (viewer.who !== before.who) ignoreFailure(client.resetStore())
  else if (viewer.returns !== before.returns) ignoreFailure(client.reFetchObservableQueries())
  else if (viewer.organization !== before.organization)
    ignoreFailure(client.refetchQueries({ updateCache: invalidateViewer }))
})

function invalidateViewer(cache: ApolloCache): void {
  cache.modify({ fields: { viewer: (_, { INVALIDATE }) => INVALIDATE } })
}

// Another tab may have renamed what this one shows. One refetch follows a series of changes.
const MAX_DELAY_MS = 200
let timer: ReturnType<typeof setTimeout> | undefined
let isBehind = false
function catchUp(): void {
  timer = undefined
  if (!isBehind || document.visibilityState !== 'visible') return
  isBehind = false
  ignoreFailure(client.reFetchObservableQueries())
}
onTabMessage('graphql', () => {
  isBehind = true
  timer ??= setTimeout(catchUp, MAX_DELAY_MS)
})
document.addEventListener('visibilitychange', catchUp)

function viewerOf(state: SessionState) {
  const returns = getReturns()
  if (state.status !== 'signed-in') return { who: state.status, organization: null, returns }
  return { who: state.user.id, organization: state.session.activeOrganizationId ?? null, returns }
}

function ignoreFailure(queries: Promise<unknown>): void {
  void queries.catch(() => undefined)
}
