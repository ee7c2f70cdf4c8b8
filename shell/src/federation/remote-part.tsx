import { useLocation } from 'kit'
import { ErrorBoundary } from 'kit/shell'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
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
import type { LockedRemote } from 'contract/version-lock.ts'
import { RemoteScope } from './remote-scope.tsx'

interface RemotePartProps {
  remote: LockedRemote
  place: string
  waiting: ReactNode
  /** As above the part. */
  label?: string
  Failed: ComponentType<PartFailure>
  contentOf: (loaded: LoadedRemote) => ComponentType<object> | null
  props?: object | undefined
}

export interface PartFailure {
  remote: LockedRemote
  versions: string[]
  label?: string | undefined
  onRetry: () => void
}

export function RemotePart({ remote, place, waiting, label, Failed, contentOf, props }: RemotePartProps) {
  const { pathname } = useLocation()
  const state = useRemoteState(remote.name)
  const loaded = useLoadedRemote(remote.name)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (state !== 'failed') preloadRemote(remote)
  }, [remote, state])
  const retry = () => {
    if (!loaded) preloadRemote(remote)
    // After a fallback, tries the locked version again.
    else if (loaded.insteadOf) forgetRemote(remote.name)
    else setAttempt(attempt + 1)
  }
  if (!loaded && state !== 'failed') return waiting
  const versions = [remote.version, loaded ? loaded.locked.version : (remote.lastGood?.version ?? [])].flat()
  const failure = <Failed remote={remote} versions={[...new Set(versions)]} label={label} onRetry={retry} />
  if (!loaded) return failure
  const fail = (cause: unknown): void => {
    if (isReplaceable(loaded, place) && loadedRemote(remote.name) === loaded) replaceRemote(loaded, 'place', cause)
    else reportFailure(loaded.locked, 'place', cause)
  }
  return (
    <ErrorBoundary key={`${loaded.locked.version} ${attempt}`} place={pathname} fallback={failure} onError={fail}>
      <RemoteScope loaded={loaded} place={place} waiting={waiting} lost={failure} onLost={fail}>
        <Drawing Content={contentOf(loaded)} props={props} place={place} />
      </RemoteScope>
    </ErrorBoundary>
  )
}

function Drawing({
  Content,
  props,
  place,
}: Pick<RemotePartProps, 'props' | 'place'> & { Content: ComponentType<object> | null }) {
  if (!Content) throw new Error(`No component for ${place}, which remote.json declares. Export it from ./remote.`)
  return <Content {...props} />
}
