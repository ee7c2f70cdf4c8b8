import { act, cleanup, configure, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { changeLocale } from '../i18n/catalogues.ts'
import type { Role } from 'contract/permissions.ts'
import { componentOf, entriesOf } from 'contract/entries-of.ts'
import { type PagePlaces, PlacesContext } from '../places/places.tsx'
import type { Remote } from '../remote.ts'
import { parseRemoteDescription } from 'contract/remote-description.ts'
import type { RouteObject } from '../router/route.ts'
import { createBrowserRouter, RouterProvider } from '../router/router.tsx'
import { loadSession, refreshSession } from '../session/session.ts'
import { KitProvider } from '../ui/kit-provider.tsx'
import { resetServer, server } from './server.ts'

export { act, fireEvent, screen, waitFor, within } from '@testing-library/react'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
// Nor workers: what they would answer is said by the tests of who asks them.
vi.stubGlobal(
  'Worker',
  class {
    addEventListener() {}
    postMessage() {}
    terminate() {}
  },
)
// The DOM of the tests has no popovers: their content is always there.
Object.assign(HTMLElement.prototype, { hidePopover() {} })
vi.stubGlobal('reportError', (error: unknown) => {
  throw error
})
// By this name testing-library looks for fake timers, and lets them run while it waits.
vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
// A busy machine is no reason to fail.
configure({ asyncUtilTimeout: 30_000 })

/** Leaves a browser to the next test in which nobody was, and says what the test asked of the server by mistake. */
async function forget(): Promise<void> {
  vi.useRealTimers()
  cleanup()
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  // The GraphQL client lets go of a page a moment after it is gone, and drops what it has kept when its person is.
  await new Promise((resolve) => setTimeout(resolve))
  const { unknownCalls } = server
  // Nobody's page asks for anything any more when there is another server.
  Object.assign(server, { isAway: false, signedIn: null })
  await refreshSession()
  resetServer()
  expect(unknownCalls, 'calls that the test did not expect').toEqual([])
}

/** Shows an element as a page does, and answers the hands of a reader. */
export async function renderPart(element: ReactNode) {
  onTestFinished(forget)
  await changeLocale('en')
  render(element, { wrapper: Page })
  await act(async () => {})
  return userEvent.setup({ delay: null })
}

const Page = ({ children }: { children: ReactNode }) => <KitProvider nonce="">{children}</KitProvider>

/** What `open` is to fill places with: a remote and its remote.json. */
export interface Filling {
  remote: Pick<Remote, 'places'>
  description: unknown
  /** Those of the viewer in the active organization. */
  roles?: readonly Role[]
}

/**
 * Opens an address of a remote as the shell does, for who is signed in; addresses that are not the remote's are empty. Its places are
 * empty unless `fillings` say what stands in them: of this remote and of others, whose places or parts it has.
 */
export async function renderPage(routes: RouteObject[], address: string, ...fillings: Filling[]) {
  cleanup()
  await loadSession()
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createBrowserRouter([...routes, { path: '*', element: null }], { history })
  const user = await renderPart(
    <PlacesContext value={filledBy(fillings)}>
      <main tabIndex={-1}>
        <RouterProvider router={router} />
      </main>
    </PlacesContext>,
  )
  const arrivedAt = (target: string) =>
    waitFor(() => {
      const { pathname, search, hash } = router.page.location
      expect(`${pathname}${search}${hash}`).toBe(target)
    })
  const goTo = (target: string) =>
    act(async () => {
      const arrival = router.navigate(target)
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(100) // for the frame before the page
      await arrival
    })
  return { user, arrivedAt, goTo, goBack: () => act(async () => router.navigator.go(-1)) }
}

function filledBy(fillings: Filling[]): PagePlaces {
  const filled = fillings.map(({ remote, description, roles = [] }) => ({
    remote,
    description: parseRemoteDescription(description),
    roles,
  }))
  const described = filled.map(({ description }) => description)
  const ownRoles = filled.flatMap(({ roles }) => roles)
  return {
    entriesOf: (place, locale, roles = ownRoles) => entriesOf(described, place, roles, locale),
    Content: ({ place, entry, props }) => {
      const its = filled.find(({ description: { name } }) => name === entry.remote)
      const Component = its && componentOf(its.remote, place, entry.name)
      if (!Component) throw new Error(`its places have no ${place} "${entry.name}"`)
      return (
        <Suspense>
          <Component {...props} />
        </Suspense>
      )
    },
  }
}
