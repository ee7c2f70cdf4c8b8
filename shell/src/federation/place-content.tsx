import { Trans, useLingui } from '@lingui/react/macro'
import { useIntersection } from '@mantine/hooks'
import { ActionButton, i18n, I18nProvider, useLocation, Waiting } from 'kit'
import { Outage, type PagePlaces, retryIcon } from 'kit/shell'
import { componentOf } from 'contract/entries-of.ts'
import { type ComponentProps, useState } from 'react'
import { PAGE } from './load-remote.ts'
import { findRouteOwner } from 'contract/version-lock.ts'
import { useOnline } from '../use-online.ts'
import { useVersionLock } from './lock-context.ts'
import { detailOf, useRetries } from './remote-panel.tsx'
import { type PartFailure, RemotePart } from './remote-part.tsx'

const PRELOAD_MARGIN = '200px'

export function PlaceContent({ place, entry, props }: ComponentProps<PagePlaces['Content']>) {
  const lock = useVersionLock()
  const { pathname } = useLocation()
  const { ref, entry: position } = useIntersection({ rootMargin: PRELOAD_MARGIN })
  const isCard = place.endsWith('-card')
  const [wasSeen, setSeen] = useState(false)
  if (position?.isIntersecting && !wasSeen) setSeen(true)
  const remote = lock.remotes.find(({ name }) => name === entry.remote)
  if (!remote) return null
  const isOwnPage = findRouteOwner(lock, pathname)?.remote === remote
  const waiting = <Waiting lines={isCard ? 2 : 3} isList={isCard} />
  return (
    <I18nProvider i18n={i18n}>
      <div data-remote="shell">
        <div ref={ref} className="shell-place" data-card={isCard || undefined}>
          {isCard && !wasSeen ? (
            waiting
          ) : (
            <RemotePart
              key={`${entry.remote} ${place} ${entry.name}`}
              remote={remote}
              place={`${isOwnPage ? `${PAGE}/` : ''}${place}/${entry.name}`}
              waiting={waiting}
              label={entry.label}
              Failed={FailedPlace}
              contentOf={(loaded) => componentOf(loaded, place, entry.name)}
              props={props}
            />
          )}
        </div>
      </div>
    </I18nProvider>
  )
}

function FailedPlace({ remote, versions, label = remote.name, onRetry }: PartFailure) {
  const { t } = useLingui()
  const isOffline = !useOnline()
  useRetries(onRetry)
  const retry = (
    <ActionButton leftSection={retryIcon} variant="default" onAct={async () => onRetry()}>{t`Try again`}</ActionButton>
  )
  return (
    <Outage
      title={isOffline ? t`You’re offline` : t`${label} couldn’t be loaded`}
      detail={detailOf(remote, versions)}
      retry={retry}
    >
      <Trans>The rest of the page works. Try again, or come back in a few minutes.</Trans>
    </Outage>
  )
}
