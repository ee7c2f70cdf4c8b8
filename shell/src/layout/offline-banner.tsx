import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'

/** Says that the connection is gone, for as long as it is; the region is always there so that it is read out. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="shell-offline">
      {!isOnline && <Trans>You are offline. Changes cannot be saved until the connection is back.</Trans>}
    </output>
  )
}

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}
