import { Trans, useLingui } from '@lingui/react/macro'
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
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useOnline } from '../use-online.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { reportFailure } from './failure.ts'
import { onLateFile } from './files.ts'
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

/** Once the connection is back, or a file that was given up arrives, a panel tries again by itself. */
export function useRetries(onRetry: () => void): void {
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const comesBack = () => retry()
    addEventListener('online', comesBack)
    return () => removeEventListener('online', comesBack)
  }, [])
  useEffect(() => onLateFile(() => retry()), [])
}

/** Stands in the place of a remote that cannot be shown; the rest of the page goes on. */
export function RemotePanel({ remote, versions, onRetry }: PartFailure) {
  const { t } = useLingui()
  const isNavigating = useNavigation().state !== 'idle'
  const [failedOffline] = useState(!navigator.onLine)
  // While it tries again it does not become another failure.
  const isOffline = !useOnline() || (failedOffline && isNavigating)
  useRetries(onRetry)
  return (
    <PanelPage title={isOffline ? t`You are offline` : t`This part is not available`}>
      <Text role="alert">
        {isOffline ? (
          <Trans>This page has not been loaded yet. It opens by itself as soon as the connection is back.</Trans>
        ) : (
          <Trans>It could not be loaded. Everything else still works; try this part again in a moment.</Trans>
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

/** The pages of a remote. One that waits for too long is told of, and comes all the same once it waits no more. */
export function RemotePage({ loaded }: { loaded: LoadedRemote }) {
  const [cause, setCause] = useState<{ cause: unknown }>()
  useFollow(loaded.locked.name, loaded)
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

/** The error boundary of a remote's routes: an error of its code ends here and names the remote. */
export function RemoteErrorBoundary({ loaded }: { loaded: LoadedRemote }) {
  useFollow(loaded.locked.name, loaded)
  return <Failed loaded={loaded} cause={useRouteError()} />
}

/** In the place of a page that failed: where nothing was seen of the version yet, its last good one follows; else a panel. */
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
  // The version of the lock is tried again, too.
  const retry = () => (insteadOf ? forgetRemote(locked.name) : redraw())
  return <RemotePanel remote={locked} versions={[insteadOf ?? [], locked.version].flat()} onRetry={retry} />
}

/** Draws the page anew when another version stands for the remote than the one that is drawn, unless one is on the way elsewhere. */
export function useFollow(name: string, drawn: LoadedRemote | undefined): void {
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
