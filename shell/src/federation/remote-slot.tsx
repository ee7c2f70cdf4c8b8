import { useLocation } from 'kit'
import type { SlotName } from 'kit/remote-description'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { reportFailure } from './failure.ts'
import { useLock } from './lock-context.ts'
import { type LoadedRemote, loadRemote, useRemoteState } from './load-remote.ts'
import type { LockedRemote } from './lock.ts'
import { RemoteScope } from './remote-scope.tsx'

/** All that the remotes of the lock put into one of the shell's slots, in the order that they ask for. */
export function Slot({ name }: { name: SlotName }) {
  const { remotes } = useLock()
  const { pathname } = useLocation()
  return remotes
    .filter(({ slots }) => slots.includes(name))
    .toSorted((a, b) => orderOf(a, name) - orderOf(b, name))
    .map((remote) => (
      <SlotBoundary key={remote.name} remote={remote} place={pathname}>
        <SlotContent remote={remote} name={name} />
      </SlotBoundary>
    ))
}

const orderOf = ({ slotOrder }: LockedRemote, name: SlotName): number => slotOrder?.[name] ?? 100

function SlotContent({ remote, name }: { remote: LockedRemote; name: SlotName }) {
  const [loaded, setLoaded] = useState<LoadedRemote>()
  const state = useRemoteState(remote.name)
  useEffect(() => {
    // An empty slot is the fallback: the remote's own pages say that it cannot be loaded, and a retry there fills it.
    if (state !== 'failed') loadRemote(remote).then(setLoaded, () => {})
  }, [remote, state])
  const Content: ComponentType | undefined = loaded?.slots?.[name]
  return (
    loaded &&
    Content && (
      <RemoteScope
        remote={remote}
        texts={loaded.texts}
        waiting={null}
        lost={null}
        onLost={(cause) => reportFailure(remote, 'slot', cause)}
      >
        <Content />
      </RemoteScope>
    )
  )
}

interface SlotBoundaryProps {
  remote: LockedRemote
  place: string
  children: ReactNode
}

interface SlotBoundaryState {
  place: string
  hasFailed: boolean
}

/** Keeps an error of a slot's content out of the frame; on the next page it is drawn anew. */
class SlotBoundary extends Component<SlotBoundaryProps, SlotBoundaryState> {
  override state = { place: this.props.place, hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ place }: SlotBoundaryProps, state: SlotBoundaryState) {
    return place === state.place ? null : { place, hasFailed: false }
  }

  override componentDidCatch(cause: unknown) {
    reportFailure(this.props.remote, 'slot', cause)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
