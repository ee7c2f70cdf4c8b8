import { Trans } from '@lingui/react/macro'
import { useIntersection } from '@mantine/hooks'
import { ActionButton, Group, i18n, I18nProvider, Text, useLocation, Waiting } from 'kit'
import type { PagePlaces } from 'kit/shell'
import { componentOf } from 'contract/entries-of.ts'
import { type ComponentProps, useState } from 'react'
import { PAGE } from './load-remote.ts'
import { findRouteOwner } from 'contract/version-lock.ts'
import { useOnline } from '../use-online.ts'
import { useVersionLock } from './lock-context.ts'
import { useRetries } from './remote-panel.tsx'
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
  const waiting = <Waiting lines={isCard ? 3 : 6} />
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

function FailedPlace({ remote, versions, onRetry }: PartFailure) {
  const isOffline = !useOnline()
  useRetries(onRetry)
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
