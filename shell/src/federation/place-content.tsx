import { Trans } from '@lingui/react/macro'
import { ActionButton, Group, i18n, I18nProvider, Text, useLocation, Waiting } from 'kit'
import type { PagePlaces } from 'kit/shell'
import { componentOf } from 'contract/entries-of.ts'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
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
  const container = useRef<HTMLDivElement>(null)
  const isCard = place.endsWith('-card')
  const isInView = useInView(container)
  const remote = lock.remotes.find(({ name }) => name === entry.remote)
  if (!remote) return null
  const isOwnPage = findRouteOwner(lock, pathname)?.remote === remote
  const waiting = <Waiting lines={isCard ? 3 : 6} />
  return (
    <I18nProvider i18n={i18n}>
      <div data-remote="shell">
        <div ref={container} className="shell-place" data-card={isCard || undefined}>
          {isCard && !isInView ? (
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

function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current || wasSeen) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: PRELOAD_MARGIN },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, wasSeen])
  return wasSeen
}
