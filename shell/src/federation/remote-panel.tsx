import { Trans, useLingui } from '@lingui/react/macro'
import { useWindowEvent } from '@mantine/hooks'
import { ActionButton, Outlet, useLocation, useNavigate, useNavigation, useRouteError } from 'kit'
import { Outage, retryIcon } from 'kit/shell'
import { type LockedRemote, slugOf } from 'contract/version-lock.ts'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useOnline } from '../use-online.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { reportFailure } from './failure.ts'
import { LATE_FILE } from './files.ts'
import { useVersionLock } from './lock-context.ts'
import {
  forgetRemote,
  isReplaceable,
  type LoadedRemote,
  loadedRemote,
  replaceRemote,
  SCREEN,
  useLoadedRemote,
} from './load-remote.ts'
import type { PartFailure } from './remote-part.tsx'
import { RemoteScope } from './remote-scope.tsx'

export function useRetries(onRetry: () => void): void {
  useWindowEvent('online', onRetry)
  useWindowEvent(LATE_FILE, onRetry)
}

export function RemotePanel({ remote, versions, onRetry }: PartFailure) {
  const { t } = useLingui()
  const label = usePageLabel()
  const isNavigating = useNavigation().state !== 'idle'
  const [failedOffline] = useState(!navigator.onLine)
  // Keeps the offline text during a retry.
  const isOffline = !useOnline() || (failedOffline && isNavigating)
  useRetries(onRetry)
  const title = label === undefined ? t`This page couldn’t be loaded` : t`${label} couldn’t be loaded`
  const retry = (
    <ActionButton leftSection={retryIcon} loading={isNavigating} onAct={async () => onRetry()}>
      <Trans>Try again</Trans>
    </ActionButton>
  )
  return (
    <Outage isPage title={isOffline ? t`You’re offline` : title} detail={detailOf(remote, versions)} retry={retry}>
      {isOffline ? (
        <Trans>This page hasn’t loaded yet. It opens when you’re back online.</Trans>
      ) : (
        <Trans>Everything else works. Try again, or come back in a few minutes.</Trans>
      )}
    </Outage>
  )
}

/** Tells support and developers what failed. */
export const detailOf = ({ name }: LockedRemote, versions: string[]): string => `${name} ${versions.join(', ')}`

/** The label of the page in the menu or the tabs. */
function usePageLabel(): string | undefined {
  const { remotes } = useVersionLock()
  const { pathname } = useLocation()
  const { i18n } = useLingui()
  const { locale } = i18n
  const [, , , tab = ''] = pathname.split('/')
  const tabs = remotes.flatMap(({ places }) => places?.['organization-tab'] ?? [])
  const own = tabs.find((entry) => 'name' in entry && entry.name === tab)
  if (slugOf(pathname) !== null) return own?.label?.[locale] ?? own?.label?.en
  const item = remotes.flatMap(({ navigation }) => navigation).find(({ to }) => to === pathname)
  return item?.label[locale] ?? item?.label.en
}

/** Reports a page that suspends too long, but still shows it if it recovers. */
export function RemotePage({ loaded }: { loaded: LoadedRemote }) {
  const [cause, setCause] = useState<{ cause: unknown }>()
  useRedrawOnChange(loaded.locked.name, loaded)
  return (
    <RemoteScope
      loaded={loaded}
      place={SCREEN + useLocation().pathname}
      waiting={<PageWaiting />}
      lost={cause && <Failed loaded={loaded} {...cause} />}
      onLost={(lost) => setCause({ cause: lost })}
    >
      <Outlet />
    </RemoteScope>
  )
}

export function RemoteErrorBoundary({ loaded }: { loaded: LoadedRemote }) {
  useRedrawOnChange(loaded.locked.name, loaded)
  return <Failed loaded={loaded} cause={useRouteError()} />
}

/** Switches to the fallback version if nothing of this one was shown yet. */
function Failed({ loaded, cause }: { loaded: LoadedRemote; cause: unknown }) {
  const { locked, insteadOf } = loaded
  const redraw = useRedraw()
  const { pathname } = useLocation()
  const [isReplaced] = useState(isReplaceable(loaded, SCREEN + pathname))
  useLayoutEffect(() => {
    if (loadedRemote(locked.name) !== loaded) return
    if (isReplaced) replaceRemote(loaded, 'render', cause, pathname)
    else reportFailure(locked, 'render', cause)
  }, [cause, isReplaced, loaded, locked, pathname])
  if (isReplaced) return <PageWaiting />
  const retry = () => (insteadOf ? forgetRemote(locked.name) : redraw())
  return <RemotePanel remote={locked} versions={[insteadOf ?? [], locked.version].flat()} onRetry={retry} />
}

/** Shows another version of the remote after it was loaded, except during a navigation. */
export function useRedrawOnChange(name: string, drawn: LoadedRemote | undefined): void {
  const redraw = useRedraw()
  const isNavigating = useNavigation().state !== 'idle'
  const isOther = useLoadedRemote(name) !== drawn && !isNavigating
  useEffect(() => {
    if (isOther) redraw()
  }, [isOther, redraw])
}

function useRedraw(): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  return useCallback(() => void navigate(location, { replace: true, state: location.state }), [location, navigate])
}
