import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

/** The number of the request that brought this page, by which the support finds it in the log of the server. */
export function RequestId() {
  const id = document.documentElement.dataset['requestId']
  return (
    id && (
      <Text size="sm" c="dimmed">
        <Trans>
          Number for the support: <span translate="no">{id}</span>
        </Trans>
      </Text>
    )
  )
}
