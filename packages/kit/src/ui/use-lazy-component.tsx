import { type ComponentType, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { LoadFailure } from './failure.tsx'
import { Waiting } from './waiting.tsx'

interface Fetched<Props> {
  Component: ComponentType<Props> | undefined
  /** What stands in its place until it is there: that it is on the way, or that it could not be loaded, with a way to try again. */
  standIn: ReactNode
}

/**
 * A component whose code is fetched when it is wanted. What could not be loaded is asked for again by the reader, when the connection
 * is back and on the next page: React's lazy() would keep a failure for good.
 */
export function useLazyComponent<Props>(isWanted: boolean, load: () => Promise<ComponentType<Props>>): Fetched<Props> {
  const { key } = useLocation()
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const [failure, setFailure] = useState<{ code: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const fetchIt = useEffectEvent(() =>
    load().then(
      // Nobody clicked for that frame: whoever types or clicks meanwhile is answered first.
      (component) => startTransition(() => setComponent(() => component)),
      (error: unknown) => {
        reportError(error)
        setFailure({ code: 'NETWORK_FAILURE' })
      },
    ),
  )
  useEffect(() => {
    if (isWanted && !Component) void fetchIt()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the next page is a reason of its own to try again
  }, [isWanted, Component, attempt, key])
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return { Component, standIn: failure ? <LoadFailure error={failure} onRetry={retry} /> : <Waiting lines={4} /> }
}
