import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Page, Panel, Text, useLocation, useNavigate, useRouteError } from 'kit'
import { useEffect } from 'react'
import type { LockedRemote } from './lock.ts'
import { loadRemote, useRemoteState } from './load-remote.ts'

/** Stands in the place of a remote that cannot be shown; the rest of the page goes on. */
export function RemotePanel({ remote }: { remote: LockedRemote }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const location = useLocation()
  const isLoading = useRemoteState(remote.name) === 'loading'
  const retry = async () => {
    await loadRemote(remote).catch(() => {})
    // Matching the same address again runs the routes and loaders that are there now.
    await navigate(location, { replace: true })
  }
  return (
    <Page title={t`This part is not available`} width="narrow">
      <Panel>
        <Text role="alert">
          <Trans>It could not be loaded. Everything else still works; try this part again in a moment.</Trans>
        </Text>
        <Group justify="space-between">
          <Button loading={isLoading} onClick={() => void retry()}>
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
  useEffect(() => {
    reportError(new Error(`${remote.name}@${remote.version} failed`, { cause }))
  }, [cause, remote])
  return <RemotePanel remote={remote} />
}
