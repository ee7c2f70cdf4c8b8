import { useCallback, useContext, useSyncExternalStore } from 'react'
import {
  type NavigateFunction,
  renderMatches,
  Router as Places,
  type To,
  useNavigate as useNavigateNow,
} from 'react-router'
import { type PageRouter, RouterContext } from './page-router.tsx'

// No transitions: React would render the next page beside the current one. If both send the same
// query with other variables, they would refetch in a loop.
export function RouterProvider({ router }: { router: PageRouter }) {
  const { location, matches } = useSyncExternalStore(router.subscribe, () => router.page)
  return (
    <RouterContext value={router}>
      <Places location={location} navigator={router.navigator} useTransitions={false}>
        {renderMatches(matches)}
      </Places>
    </RouterContext>
  )
}

const never = () => () => {}

export function useNavigation(): { state: 'idle' | 'loading' } {
  const router = useContext(RouterContext)
  const isNavigating = useSyncExternalStore(router?.subscribe ?? never, () => router?.isNavigating ?? false)
  return { state: isNavigating ? 'loading' : 'idle' }
}

export function useNavigate(): NavigateFunction {
  const navigate = useNavigateNow()
  const router = useContext(RouterContext)
  return useCallback(
    (...target: [to: To | number, options?: object]) => {
      const [to, options] = target
      if (typeof to === 'number') return navigate(to)
      void navigate(to, options)
      return router?.arrival
    },
    [navigate, router],
  )
}
