import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from 'kit'
import { useOnline } from '../use-online.ts'
import type { PartFailure } from './remote-part.tsx'

/** Stands in a place that cannot be filled; what is around it goes on. */
export function PlacePanel({ remote, versions, onRetry }: PartFailure) {
  const isOffline = !useOnline()
  return (
    <Group justify="space-between" role="alert">
      <Text>{isOffline ? <Trans>You are offline</Trans> : <Trans>This part is not available</Trans>}</Text>
      <Button size="sm" variant="default" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
      {!isOffline && (
        <Text size="sm" c="dimmed" w="100%" translate="no">
          {remote.name} {versions.join(', ')}
        </Text>
      )}
    </Group>
  )
}
