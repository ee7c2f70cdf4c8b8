import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

/** With it, support finds the request of this page in the log. */
export function RequestId() {
  const id = document.documentElement.dataset['requestId']
  return (
    id && (
      <Text size="sm" c="dimmed">
        <Trans>
          Reference for support: <span translate="no">{id}</span>
        </Trans>
      </Text>
    )
  )
}
