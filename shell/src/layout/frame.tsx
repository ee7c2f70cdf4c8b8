import { Trans, useLingui } from '@lingui/react/macro'
import { LanguageSelect, Link, LinkButton, Outlet, useLocation, useNavigation, useSession } from 'kit'
import { useEffect, useRef } from 'react'
import { SIGN_IN_PATH } from '../federation/lock.ts'
import { Slot } from '../federation/remote-slot.tsx'
import { NavigationLinks } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { UserMenu } from './user-menu.tsx'
import './frame.css'

/** What surrounds every page: header, offline banner and the main part, which takes the focus after a navigation. */
export function Frame() {
  const { t } = useLingui()
  const session = useSession()
  const main = useFocusAfterNavigation()
  const isNavigating = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  return (
    <>
      <a href="#content" className="shell-skip-link">
        <Trans>Skip to the content</Trans>
      </a>
      <header className="shell-header">
        <div className="shell-progress" data-active={isNavigating || undefined} />
        <Link to="/" className="shell-product" translate="no">
          Accounts
        </Link>
        {session.status === 'signed-in' && (
          <>
            <nav aria-label={t`Main`} className="shell-navigation">
              <NavigationLinks className="shell-navigation-link" />
            </nav>
            <div className="shell-tools">
              <Slot name="header" />
              <UserMenu user={session.user} />
            </div>
          </>
        )}
        {session.status === 'signed-out' && (
          <div className="shell-tools">
            <LanguageSelect hideLabel />
            {pathname !== SIGN_IN_PATH && (
              <LinkButton to={SIGN_IN_PATH} variant="default" size="sm">
                <Trans>Sign in</Trans>
              </LinkButton>
            )}
          </div>
        )}
      </header>
      <OfflineBanner />
      <main id="content" ref={main} tabIndex={-1} aria-busy={isNavigating}>
        <Outlet />
      </main>
    </>
  )
}

/** A new page is announced by moving the focus to it, unless it placed the focus itself. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (main.current?.contains(document.activeElement)) return
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
