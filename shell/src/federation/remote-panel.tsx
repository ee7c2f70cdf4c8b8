import { Trans, useLingui } from '@lingui/react/macro'
import { useWindowEvent } from '@mantine/hooks'
import {
  ActionButton,
  Group,
  Outlet,
  PanelPage,
  Text,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'kit'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useOnline } from '../use-online.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { reportFailure } from './failure.ts'
import { LATE_FILE } from './files.ts'
import {
  forgetRemote,
  isReplaceable,
  type LoadedRemote,
  loadedRemote,
  PAGE,
  replaceRemote,
  useLoadedRemote,
} from './load-remote.ts'
import type { PartFailure } from './remote-part.tsx'
import { RemoteScope } from './remote-scope.tsx'

export function useRetries(onRetry: () => void): void {
  useWindowEvent('online', onRetry)
  useWindowEvent(LATE_FILE, onRetry)
}

export function RemotePanel({ remote, versions, onRetry }: PartFailure) {
  const { t } = useLingui()
  const isNavigating = useNavigation().state !== 'idle'
  const [failedOffline] = useState(!navigator.onLine)
  // Keeps the offline text during a retry.
  const isOffline = !useOnline() || (failedOffline && isNavigating)
  useRetries(onRetry)
  return (
    <PanelPage title={isOffline ? t`You’re offline` : t`This part is unavailable`}>
      <Text role="alert">
        {isOffline ? (
          <Trans>This page hasn’t loaded yet. It opens when you’re back online.</Trans>
        ) : (
          <Trans>It didn’t load. Everything else still works. Try again in a moment.</Trans>
        )}
      </Text>
      <Group justify="space-between">
        <ActionButton loading={isNavigating} onAct={async () => onRetry()}>
          <Trans>Retry</Trans>
        </ActionButton>
        {!isOffline && (
          <Text size="sm" c="dimmed" translate="no">
            {remote.name} {versions.join(', ')}
          </Text>
        )}
      </Group>
    </PanelPage>
  )
}

/** Reports a page that suspends too long, but still shows it if it recovers. */
export function RemotePage({ loaded }: { loaded: LoadedRemote }) {
  const [cause, setCause] = useState<{ cause: unknown }>()
  useRedrawOnChange(loaded.locked.name, loaded)
  return (
    <RemoteScope
      loaded={loaded}
      place={PAGE}
      waiting={<PageWaiting />}
      lost={cause && <Failed loaded={loaded} {...cause} />}
      onLost={(lost) => setCause({ cause: lost })}
    >
      <Outlet />
    </RemoteScope>
  )
}

export function RemoteErrorBoundary({ loaded }: { loaded: LoadedRemote }) {
  useRedrawOnChange(loaded.locked.name, loaded)
  return <Failed loaded={loaded} cause={useRouteError()} />
}

/** Switches to the fallback version if nothing of this one was shown yet. */
function Failed({ loaded, cause }: { loaded: LoadedRemote; cause: unknown }) {
  const { locked, insteadOf } = loaded
  const redraw = useRedraw()
  const [isReplaced] = useState(isReplaceable(loaded, PAGE))
  useLayoutEffect(() => {
    if (loadedRemote(locked.name) !== loaded) return
    if (isReplaced) replaceRemote(loaded, 'render', cause)
    else reportFailure(locked, 'render', cause)
  }, [cause, isReplaced, loaded, locked])
  if (isReplaced) return <PageWaiting />
  const retry = () => (insteadOf ? forgetRemote(locked.name) : redraw())
  return <RemotePanel remote={locked} versions={[insteadOf ?? [], locked.version].flat()} onRetry={retry} />
}

/** Shows another version of the remote after it was loaded, except during a navigation. */
export function useRedrawOnChange(name: string, drawn: LoadedRemote | undefined): void {
  const redraw = useRedraw()
  const isNavigating = useNavigation().state !== 'idle'
  const isOther = useLoadedRemote(name) !== drawn && !isNavigating
  useEffect(() => {
    if (isOther) redraw()
  }, [isOther, redraw])
}

function useRedraw(): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  return useCallback(() => void navigate(location, { replace: true, state: location.state }), [location, navigate])
}
