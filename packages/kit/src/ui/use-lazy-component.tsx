import { type ComponentType, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { LoadFailure } from './failure.tsx'
import { Waiting } from './waiting.tsx'

interface Fetched<Props> {
  Component: ComponentType<Props> | undefined
  /** A placeholder, or an error with a retry button. */
  fallback: ReactNode
}

/** Loads code on demand. `React.lazy` would never retry after a failure. */
export function useLazyComponent<Props>(isWanted: boolean, load: () => Promise<ComponentType<Props>>): Fetched<Props> {
  const { key } = useLocation()
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const [failure, setFailure] = useState<{ code: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const fetchIt = useEffectEvent(() =>
    load().then(
      // A transition, so that rendering does not block clicks and typing.
      (component) => startTransition(() => setComponent(() => component)),
      (error: unknown) => {
        reportError(error)
        setFailure({ code: 'NETWORK_FAILURE' })
      },
    ),
  )
  useEffect(() => {
    if (isWanted && !Component) void fetchIt()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a navigation retries
  }, [isWanted, Component, attempt, key])
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return { Component, fallback: failure ? <LoadFailure error={failure} onRetry={retry} /> : <Waiting isList /> }
}
