import { I18nProvider, useLocation } from 'kit'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { LoadedRemote } from './load-remote.ts'
import { inTime } from './loading-rules.ts'
import type { LockedRemote } from 'contract/lock.ts'

interface RemoteScopeProps {
  loaded: LoadedRemote
  /** The part of the page: `PAGE` or an entry of a place. */
  place: string
  waiting: ReactNode
  /** In its place, when it waits for too long. */
  lost: ReactNode
  onLost: (cause: unknown) => void
  children: ReactNode
}

/**
 * Around all that a remote draws: its texts are for it alone, its styles hold within the attribute, and what never ends waiting
 * (`use`, `React.lazy`) leaves the rest as it is.
 */
export function RemoteScope({ loaded, place, waiting, lost, onLost, children }: RemoteScopeProps) {
  const { key } = useLocation()
  const { locked: remote, texts } = loaded
  const rest = <Rest key={key} remote={remote} waiting={waiting} lost={lost} onLost={onLost} />
  return (
    <Suspense fallback={rest}>
      <I18nProvider i18n={texts.i18n}>
        <div data-remote={remote.name}>
          {children}
          <Drawn loaded={loaded} place={place} />
        </div>
      </I18nProvider>
    </Suspense>
  )
}

/** Notes that what stands beside it was drawn, unless an effect of that fails. */
function Drawn({ loaded, place }: { loaded: LoadedRemote; place: string }) {
  useEffect(() => {
    const timer = setTimeout(() => loaded.drawn.add(place))
    return () => clearTimeout(timer)
  }, [loaded, place])
  return null
}

function Rest({
  remote,
  waiting,
  lost,
  onLost,
}: Pick<RemoteScopeProps, 'waiting' | 'lost' | 'onLost'> & { remote: LockedRemote }) {
  const [isLost, setLost] = useState(false)
  const lose = useEffectEvent((cause: unknown) => {
    setLost(true)
    onLost(cause)
  })
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    inTime(remote, promise).catch(lose)
    return resolve
  }, [remote])
  return isLost ? lost : waiting
}
