import { useLocation } from 'kit'
import type { SlotName } from 'kit/remote-description'
import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { reportFailure } from './failure.ts'
import { useLock } from './lock-context.ts'
import {
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

/** All that the remotes of the lock put into one of the shell's slots, in the order that they ask for. */
export function Slot({ name }: { name: SlotName }) {
  const { remotes } = useLock()
  const { pathname } = useLocation()
  return remotes
    .filter(({ slots }) => slots.includes(name))
    .toSorted((a, b) => orderOf(a, name) - orderOf(b, name))
    .map((remote) => <SlotContent key={remote.name} remote={remote} name={name} pathname={pathname} />)
}

const orderOf = ({ slotOrder }: LockedRemote, name: SlotName): number => slotOrder?.[name] ?? 100

function SlotContent({ remote, name, pathname }: { remote: LockedRemote; name: SlotName; pathname: string }) {
  const state = useRemoteState(remote.name)
  const loaded = useLoadedRemote(remote.name)
  useEffect(() => {
    // An empty slot is the fallback: the remote's own pages say that it cannot be loaded, and a retry there fills it.
    if (state !== 'failed') preloadRemote(remote)
  }, [remote, state])
  const Content: ComponentType | undefined = loaded?.slots?.[name]
  if (!loaded || !Content) return null
  return (
    <SlotBoundary key={loaded.locked.version} loaded={loaded} name={name} pathname={pathname}>
      <RemoteScope
        loaded={loaded}
        place={name}
        waiting={null}
        lost={null}
        onLost={(cause) => fail(loaded, name, cause)}
      >
        <Content />
      </RemoteScope>
    </SlotBoundary>
  )
}

function fail(loaded: LoadedRemote, name: SlotName, cause: unknown): void {
  if (isReplaceable(loaded, name) && loadedRemote(loaded.locked.name) === loaded) replaceRemote(loaded, 'slot', cause)
  else reportFailure(loaded.locked, 'slot', cause)
}

interface SlotBoundaryProps {
  loaded: LoadedRemote
  name: SlotName
  pathname: string
  children: ReactNode
}

interface SlotBoundaryState {
  pathname: string
  hasFailed: boolean
}

/** Keeps an error of a slot's content out of the frame; on the next page it is drawn anew. */
class SlotBoundary extends Component<SlotBoundaryProps, SlotBoundaryState> {
  override state = { pathname: this.props.pathname, hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ pathname }: SlotBoundaryProps, state: SlotBoundaryState) {
    return pathname === state.pathname ? null : { pathname, hasFailed: false }
  }

  override componentDidCatch(cause: unknown) {
    fail(this.props.loaded, this.props.name, cause)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
