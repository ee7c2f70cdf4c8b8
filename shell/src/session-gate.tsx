import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  loadSession,
  Navigate,
  Outlet,
  redirectTarget,
  useErrorText,
  useLazyComponent,
  useLocation,
  useSession,
  withRedirectTarget,
} from 'kit'
import { Outage, retryIcon } from 'kit/shell'
import { isForUser } from 'contract/permissions.ts'
import { findRouteOwner, isLimited, SIGN_IN_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from './federation/lock-context.ts'
import { fetchRightsGate } from './layout/fetch-signed-in.ts'
import { PageWaiting } from './page-waiting.tsx'
import { NotFoundPage } from './not-found-page.tsx'

export function SessionGate() {
  const { pathname, search, hash } = useLocation()
  const route = findRouteOwner(useVersionLock(), pathname)
  const access = route?.access ?? 'user'
  const limited = route && isLimited(route) ? route : null
  const session = useSession()
  const { Component: RightsGate, fallback } = useLazyComponent(limited !== null, fetchRightsGate)

  if (access === 'public') return <Outlet />
  if (session.status === 'loading') return <PageWaiting />
  if (session.status === 'failed') return <SessionFailed code={session.error.code} />
  if (access === 'user' && session.status === 'signed-out') {
    return <Navigate replace to={withRedirectTarget(SIGN_IN_PATH, pathname + search + hash)} />
  }
  if (access === 'guest' && session.status === 'signed-in') return <Navigate replace to={redirectTarget(search)} />
  if (!limited) return <Outlet />
  if (session.status === 'signed-in' && !isForUser(limited, session.user.role)) return <NotFoundPage />
  return RightsGate ? <RightsGate key={limited.path} route={limited} /> : <div className="kit-page">{fallback}</div>
}

/** If the session check fails, nobody is treated as signed out. */
export function SessionFailed({ code }: { code: string }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const retry = <ActionButton leftSection={retryIcon} onAct={loadSession}>{t`Try again`}</ActionButton>
  return (
    <Outage isPage title={t`We couldn’t check your session`} retry={retry}>
      {errorText({ code })}
    </Outage>
  )
}
