import type { Remote } from 'kit/remote'
import type { SlotName } from 'kit/remote-description'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { reportFailure } from './failure.ts'
import { useLock } from './lock-context.ts'
import { loadRemote, useRemoteState } from './load-remote.ts'
import type { LockedRemote } from './lock.ts'

/** All that the remotes of the lock put into one of the shell's slots. */
export function Slot({ name }: { name: SlotName }) {
  const { remotes } = useLock()
  return remotes
    .filter(({ slots }) => slots.includes(name))
    .map((remote) => (
      <SlotBoundary key={remote.name} remote={remote}>
        <SlotContent remote={remote} name={name} />
      </SlotBoundary>
    ))
}

function SlotContent({ remote, name }: { remote: LockedRemote; name: SlotName }) {
  const [loaded, setLoaded] = useState<Remote>()
  const state = useRemoteState(remote.name)
  useEffect(() => {
    // An empty slot is the fallback: the remote's own pages say that it cannot be loaded, and a retry there fills it.
    if (state !== 'failed') loadRemote(remote).then(setLoaded, () => {})
  }, [remote, state])
  const Content: ComponentType | undefined = loaded?.slots?.[name]
  return (
    Content && (
      <div data-remote={remote.name}>
        <Content />
      </div>
    )
  )
}

/** Keeps an error of a slot's content out of the frame. */
class SlotBoundary extends Component<{ remote: LockedRemote; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(cause: unknown) {
    reportFailure(this.props.remote, 'slot', cause)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
