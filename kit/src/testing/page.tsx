import { act, cleanup, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { changeLocale } from '../i18n/catalogues.ts'
import { loadSession } from '../session/session.ts'
import { KitProvider } from '../ui/kit-provider.tsx'
import { server } from './server.ts'

export { act, screen, waitFor, within } from '@testing-library/react'

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  // By this name testing-library looks for fake timers, and lets them run while it waits.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
  await changeLocale('en')
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
  // Drops what the GraphQL client has kept for the person of this test.
  Object.assign(server, { signedIn: null, isAway: false })
  await loadSession()
})

/** Shows an element as a page does, and answers the hands of a reader. */
export async function show(element: ReactNode) {
  const page = (content: ReactNode) => <KitProvider nonce="">{content}</KitProvider>
  const { rerender } = render(page(element))
  await act(async () => {})
  return { user: userEvent.setup({ delay: null }), showInstead: (other: ReactNode) => rerender(page(other)) }
}

/** Opens an address of a remote as the shell does, for who is signed in; addresses that are not the remote's are empty. */
export async function open(routes: RouteObject[], address: string) {
  await loadSession()
  const router = createMemoryRouter([...routes, { path: '*', element: null }], { initialEntries: [address] })
  const { user } = await show(
    <main tabIndex={-1}>
      <RouterProvider router={router} />
    </main>,
  )
  const arrivedAt = (target: string) =>
    waitFor(() => {
      const { pathname, search, hash } = router.state.location
      expect(`${pathname}${search}${hash}`).toBe(target)
    })
  return { user, arrivedAt }
}
