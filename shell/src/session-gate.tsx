import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  loadSession,
  Navigate,
  Outlet,
  Page,
  Panel,
  redirectTarget,
  Text,
  useErrorText,
  useLocation,
  useSession,
  withRedirectTarget,
} from 'kit'
import { findRouteOwner, SIGN_IN_PATH } from './federation/lock.ts'
import { useLock } from './federation/lock-context.ts'
import { PageWaiting } from './page-waiting.tsx'

/** Shows a remote's route to those whom its access names and sends the others where they belong. */
export function SessionGate() {
  const { pathname, search, hash } = useLocation()
  const access = findRouteOwner(useLock(), pathname)?.access ?? 'user'
  const session = useSession()

  if (access === 'public') return <Outlet />
  if (session.status === 'loading') return <PageWaiting />
  if (session.status === 'failed') return <SessionFailed code={session.error.code} />
  if (access === 'user' && session.status === 'signed-out') {
    return <Navigate replace to={withRedirectTarget(SIGN_IN_PATH, pathname + search + hash)} />
  }
  if (access === 'guest' && session.status === 'signed-in') return <Navigate replace to={redirectTarget(search)} />
  return <Outlet />
}

/** Without an answer about the session nobody is taken for signed out. */
export function SessionFailed({ code }: { code: string }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  return (
    <Page title={t`Your session could not be checked`} width="narrow">
      <Panel>
        <Text role="alert">{errorText({ code })}</Text>
        <ActionButton onAct={loadSession}>
          <Trans>Try again</Trans>
        </ActionButton>
      </Panel>
    </Page>
  )
}
