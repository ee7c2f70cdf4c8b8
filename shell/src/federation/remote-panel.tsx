import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Page, Panel, Text, useLocation, useNavigate, useNavigation, useRouteError } from 'kit'
import { useEffect, useEffectEvent, useState } from 'react'
import { useOnline } from '../use-online.ts'
import { reportFailure } from './failure.ts'
import type { LockedRemote } from './lock.ts'

/** Stands in the place of a remote that cannot be shown; the rest of the page goes on. Once the connection is back it tries again. */
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

/** The error boundary of a remote's routes: an error of its code ends here and names the remote. */
export function RemoteErrorBoundary({ remote }: { remote: LockedRemote }) {
  const cause = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    reportFailure(remote, 'render', cause)
  }, [cause, remote])
  // Going to the same address again runs its loaders and renders it anew.
  return <RemotePanel remote={remote} onRetry={() => void navigate(location, { replace: true })} />
}
