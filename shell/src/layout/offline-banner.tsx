import { Trans } from '@lingui/react/macro'
import { useOnline } from '../use-online.ts'

/** Says that the connection is gone, for as long as it is; the region is always there so that it is read out. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <output className="shell-offline">
      {!isOnline && <Trans>You are offline. Changes cannot be saved until the connection is back.</Trans>}
    </output>
  )
}
