import { I18nProvider, useLocation } from 'kit'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { LoadedRemote } from './load-remote.ts'
import { withTimeout } from './loading-rules.ts'
import type { LockedRemote } from 'contract/version-lock.ts'

interface RemoteScopeProps {
  loaded: LoadedRemote
  place: string
  waiting: ReactNode
  /** Replaces `waiting` after the timeout. */
  lost: ReactNode
  onLost: (cause: unknown) => void
  children: ReactNode
}

/** Isolates texts and styles. A component that suspends too long does not affect the page. */
export function RemoteScope({ loaded, place, waiting, lost, onLost, children }: RemoteScopeProps) {
  const { key } = useLocation()
  const { locked: remote, texts } = loaded
  const fallback = <Fallback key={key} remote={remote} waiting={waiting} lost={lost} onLost={onLost} />
  return (
    <Suspense fallback={fallback}>
      <I18nProvider i18n={texts.i18n}>
        <div data-remote={remote.name}>
          {children}
          <Drawn loaded={loaded} place={place} />
        </div>
      </I18nProvider>
    </Suspense>
  )
}

/** Marks the place as rendered, after the effects of its siblings have run without an error. */
function Drawn({ loaded, place }: { loaded: LoadedRemote; place: string }) {
  useEffect(() => {
    const timer = setTimeout(() => loaded.drawn.add(place))
    return () => clearTimeout(timer)
  }, [loaded, place])
  return null
}

function Fallback({
  remote,
  waiting,
  lost,
  onLost,
}: Pick<RemoteScopeProps, 'waiting' | 'lost' | 'onLost'> & { remote: LockedRemote }) {
  const [hasTimedOut, setLost] = useState(false)
  const handleTimeout = useEffectEvent((cause: unknown) => {
    setLost(true)
    onLost(cause)
  })
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    withTimeout(remote, promise).catch(handleTimeout)
    return resolve
  }, [remote])
  return hasTimedOut ? lost : waiting
}
