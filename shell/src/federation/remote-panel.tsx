import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Outlet, Page, Panel, Text, useLocation, useNavigate, useNavigation, useRouteError } from 'kit'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useOnline } from '../use-online.ts'
import { PageWaiting } from '../layout/page-waiting.tsx'
import { reportFailure } from './failure.ts'
import { onLateFile } from './files.ts'
import type { LoadedRemote } from './load-remote.ts'
import type { LockedRemote } from './lock.ts'
import { RemoteScope } from './remote-scope.tsx'

/**
 * Stands in the place of a remote that cannot be shown; the rest of the page goes on.
 * Once the connection is back, or a file that was given up arrives, it tries again by itself.
 */
export function RemotePanel({ remote, onRetry }: { remote: LockedRemote; onRetry: () => void }) {
  const { t } = useLingui()
  const isNavigating = useNavigation().state !== 'idle'
  const [failedOffline] = useState(!navigator.onLine)
  // While it tries again it does not become another failure.
  const isOffline = !useOnline() || (failedOffline && isNavigating)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const comesBack = () => retry()
    addEventListener('online', comesBack)
    return () => removeEventListener('online', comesBack)
  }, [])
  useEffect(() => onLateFile(() => retry()), [])
  return (
    <Page title={isOffline ? t`You are offline` : t`This part is not available`} width="narrow">
      <Panel>
        <Text role="alert">
          {isOffline ? (
            <Trans>This page has not been loaded yet. It opens by itself as soon as the connection is back.</Trans>
          ) : (
            <Trans>It could not be loaded. Everything else still works; try this part again in a moment.</Trans>
          )}
        </Text>
        <Group justify="space-between">
          <Button loading={isNavigating} onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
          {!isOffline && (
            <Text size="sm" c="dimmed" translate="no">
              {remote.name} {remote.version}
            </Text>
          )}
        </Group>
      </Panel>
    </Page>
  )
}

/** The pages of a remote. One that waits for too long is told of, and comes all the same once it waits no more. */
export function RemotePage({ remote, texts }: { remote: LockedRemote; texts: LoadedRemote['texts'] }) {
  return (
    <RemoteScope
      remote={remote}
      texts={texts}
      waiting={<PageWaiting />}
      lost={<PanelAtPlace remote={remote} />}
      onLost={(cause) => reportFailure(remote, 'render', cause)}
    >
      <Outlet />
    </RemoteScope>
  )
}

/** The error boundary of a remote's routes: an error of its code ends here and names the remote. */
export function RemoteErrorBoundary({ remote }: { remote: LockedRemote }) {
  const cause = useRouteError()
  useLayoutEffect(() => {
    reportFailure(remote, 'render', cause)
  }, [cause, remote])
  return <PanelAtPlace remote={remote} />
}

function PanelAtPlace({ remote }: { remote: LockedRemote }) {
  const navigate = useNavigate()
  const location = useLocation()
  // Going to the same address again runs its loaders and renders it anew.
  return <RemotePanel remote={remote} onRetry={() => void navigate(location, { replace: true })} />
}
