import { useLocation } from 'kit'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { reportFailure } from './failure.ts'
import {
  forgetRemote,
  isReplaceable,
  type LoadedRemote,
  loadedRemote,
  preloadRemote,
  replaceRemote,
  useLoadedRemote,
  useRemoteState,
} from './load-remote.ts'
import type { LockedRemote } from './lock.ts'
import { RemoteScope } from './remote-scope.tsx'

interface RemotePartProps {
  remote: LockedRemote
  /** What of the page it is: none of them is called like another. */
  place: string
  /** Until there is something to draw. */
  waiting: ReactNode
  /** Where that failed. */
  Failed: ComponentType<PartFailure>
  /** What the remote has for the place; null: nothing, which is a fault of it. */
  contentOf: (loaded: LoadedRemote) => ComponentType<object> | null
  props?: object | undefined
}

export interface PartFailure {
  remote: LockedRemote
  /** Those that failed. */
  versions: string[]
  onRetry: () => void
}

/** What a remote draws in a page that is not its own: it is loaded for that, and whatever becomes of it leaves the rest as it is. */
export function RemotePart({ remote, place, waiting, Failed, contentOf, props }: RemotePartProps) {
  const { pathname } = useLocation()
  const state = useRemoteState(remote.name)
  const loaded = useLoadedRemote(remote.name)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (state !== 'failed') preloadRemote(remote)
  }, [remote, state])
  const retry = () => {
    if (!loaded) preloadRemote(remote)
    // The version of the lock is tried again, too.
    else if (loaded.insteadOf) forgetRemote(remote.name)
    else setAttempt(attempt + 1)
  }
  if (!loaded && state !== 'failed') return waiting
  const versions = [remote.version, loaded ? loaded.locked.version : (remote.lastGood?.version ?? [])].flat()
  const failure = <Failed remote={remote} versions={[...new Set(versions)]} onRetry={retry} />
  if (!loaded) return failure
  const fail = (cause: unknown): void => {
    if (isReplaceable(loaded, place) && loadedRemote(remote.name) === loaded) replaceRemote(loaded, 'place', cause)
    else reportFailure(loaded.locked, 'place', cause)
  }
  return (
    <PartBoundary key={`${loaded.locked.version} ${attempt}`} pathname={pathname} failure={failure} onFailure={fail}>
      <RemoteScope loaded={loaded} place={place} waiting={waiting} lost={failure} onLost={fail}>
        <Drawing Content={contentOf(loaded)} props={props} place={place} />
      </RemoteScope>
    </PartBoundary>
  )
}

interface DrawingProps extends Pick<RemotePartProps, 'props' | 'place'> {
  Content: ComponentType<object> | null
}

function Drawing({ Content, props, place }: DrawingProps) {
  if (!Content) throw new Error(`it has no component for ${place}, which its remote.json names`)
  return <Content {...props} />
}

interface PartBoundaryProps {
  pathname: string
  failure: ReactNode
  onFailure: (cause: unknown) => void
  children: ReactNode
}

interface PartBoundaryState {
  pathname: string
  hasFailed: boolean
}

/** Keeps an error of what a remote draws out of what is around it; on the next page it is drawn anew. */
class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state = { pathname: this.props.pathname, hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ pathname }: PartBoundaryProps, state: PartBoundaryState) {
    return pathname === state.pathname ? null : { pathname, hasFailed: false }
  }

  override componentDidCatch(cause: unknown) {
    this.props.onFailure(cause)
  }

  override render() {
    return this.state.hasFailed ? this.props.failure : this.props.children
  }
}
