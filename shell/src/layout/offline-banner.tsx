import { Trans } from '@lingui/react/macro'
import { useOnline } from '../use-online.ts'

/** The region is always rendered, so that screen readers announce its changes. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <output className="shell-offline">
      {!isOnline && <Trans>You’re offline. Changes can’t be saved until you’re back online.</Trans>}
    </output>
  )
}
