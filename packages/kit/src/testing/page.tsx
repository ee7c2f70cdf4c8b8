import { act, cleanup, configure, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { changeLocale } from '../i18n/catalogues.ts'
import type { Role } from 'contract/roles.ts'
import { componentOf, entriesOf } from 'contract/entries-of.ts'
import { type PagePlaces, PlacesContext } from '../places/places.tsx'
import type { Remote } from '../remote.ts'
import { parseRemoteDescription } from 'contract/remote-description.ts'
import type { RouteObject } from '../router/route.ts'
import { PageRouter } from '../router/page-router.tsx'
import { RouterProvider } from '../router/router.tsx'
import { loadSession, refreshSession } from '../session/session.ts'
import { OrganizationContext } from '../organization/use-organization.ts'
import { KitProvider } from '../ui/kit-provider.tsx'
import { resetServer, server } from './server.ts'

export { act, fireEvent, screen, waitFor, within } from '@testing-library/react'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
// Tests of components that use a worker stub its responses.
vi.stubGlobal(
  'Worker',
  class {
    addEventListener() {}
    postMessage() {}
    terminate() {}
  },
)
// happy-dom has no popovers; their content is always in the document.
Object.assign(HTMLElement.prototype, { hidePopover() {}, showPopover() {} })
vi.stubGlobal('reportError', (error: unknown) => {
  throw error
})
// testing-library looks for this name to advance fake timers while it waits.
vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
// For slow machines.
configure({ asyncUtilTimeout: 30_000 })

/** Resets the page for the next test. Fails if the test made unexpected calls. */
async function forget(): Promise<void> {
  vi.useRealTimers()
  cleanup()
  document.querySelector('.kit-toasts')?.remove() // not part of any rendered element
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  // Apollo unsubscribes from removed pages in the next task, and clears its cache on sign-out.
  await new Promise((resolve) => setTimeout(resolve))
  const { unknownCalls } = server
  // Stops further requests of the old page before the server is replaced.
  Object.assign(server, { isAway: false, signedIn: null })
  await refreshSession()
  resetServer()
  expect(unknownCalls, 'calls that the test did not expect').toEqual([])
}

/** Renders an element inside KitProvider and returns a `userEvent` to act on it. */
export async function renderPart(element: ReactNode) {
  onTestFinished(forget)
  await changeLocale('en')
  const facts = document.getElementById('facts') ?? document.head.appendChild(document.createElement('script'))
  Object.assign(facts, { id: 'facts', type: 'application/json' })
  facts.textContent = JSON.stringify(server.facts)
  render(element, { wrapper: Page })
  await act(async () => {})
  return userEvent.setup({ delay: null })
}

const Page = ({ children }: { children: ReactNode }) => (
  <KitProvider nonce="">
    <OrganizationContext value={server.organization}>{children}</OrganizationContext>
  </KitProvider>
)

/** A remote and its remote.json, to fill places in `renderPage`. */
export interface Filling {
  remote: Pick<Remote, 'places'>
  description: unknown
  /** The viewer's roles in the active organization. */
  roles?: readonly Role[]
}

/**
 * Opens a path of a remote as the shell does, for the user in `server.signedIn`:
 * `const { user, goTo } = await renderPage(remote.routes, '/invoices')`
 *
 * Paths outside of the routes are empty. `fillings` fill places, by this or by other remotes.
 */
export async function renderPage(routes: RouteObject[], address: string, ...fillings: Filling[]) {
  cleanup()
  await loadSession()
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = new PageRouter([...routes, { path: '*', element: null }], { history })
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
    entriesOf: (place, locale, roles = ownRoles, permissions) =>
      entriesOf(described, place, { roles, permissions }, locale, server.signedIn?.user.role),
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
