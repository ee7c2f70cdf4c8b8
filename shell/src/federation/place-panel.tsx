import { Trans } from '@lingui/react/macro'
import { ActionButton, Group, Text } from 'kit'
import { useOnline } from '../use-online.ts'
import type { PartFailure } from './remote-part.tsx'

export function PlacePanel({ remote, versions, onRetry }: PartFailure) {
  const isOffline = !useOnline()
  return (
    <Group justify="space-between" role="alert">
      <Text>{isOffline ? <Trans>You’re offline</Trans> : <Trans>This part is unavailable</Trans>}</Text>
      <ActionButton size="sm" variant="default" onAct={async () => onRetry()}>
        <Trans>Retry</Trans>
      </ActionButton>
      {!isOffline && (
        <Text size="sm" c="dimmed" w="100%" translate="no">
          {remote.name} {versions.join(', ')}
        </Text>
      )}
    </Group>
  )
}
