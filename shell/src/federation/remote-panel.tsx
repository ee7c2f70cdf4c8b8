import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Page, Panel, Text, useLocation, useNavigate, useNavigation, useRouteError } from 'kit'
import { useEffect } from 'react'
import type { LockedRemote } from './lock.ts'

/** Stands in the place of a remote that cannot be shown; the rest of the page goes on. */
export function RemotePanel({ remote, onRetry }: { remote: LockedRemote; onRetry: () => void }) {
  const { t } = useLingui()
  const isNavigating = useNavigation().state !== 'idle'
  return (
    <Page title={t`This part is not available`} width="narrow">
      <Panel>
        <Text role="alert">
          <Trans>It could not be loaded. Everything else still works; try this part again in a moment.</Trans>
        </Text>
        <Group justify="space-between">
          <Button loading={isNavigating} onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
          <Text size="sm" c="dimmed" translate="no">
            {remote.name} {remote.version}
          </Text>
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
    reportError(new Error(`${remote.name}@${remote.version} failed`, { cause }))
  }, [cause, remote])
  // Going to the same address again runs its loaders and renders it anew.
  return <RemotePanel remote={remote} onRetry={() => void navigate(location, { replace: true })} />
}
