import { Trans } from '@lingui/react/macro'
import { LanguageSelect, Link, LinkButton, Outlet, useLocation, useNavigation, useLazyComponent, useSession } from 'kit'
import { leaveEndedSession, noPlaces, PlacesContext, SessionEnd, useSessionEnded } from 'kit/shell'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { findRouteOwner, SIGN_IN_PATH } from 'contract/lock.ts'
import { useLock } from '../federation/lock-context.ts'
import { fetchSignedInHeader } from './fetch-signed-in.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { UpdateOffer } from '../updates/update-offer.tsx'
import { useHiddenPage } from './use-hidden-page.ts'
import './frame.css'

/** For the few who try something out; its text comes after the region that it stands in, so that it is read out. */
const PreviewBanner = lazy(async () => ({
  default: (await import(/* webpackChunkName: "banner" */ '../previews/preview-banner.tsx')).PreviewBanner,
}))

/**
 * The whole page. While the session is over it is hidden from everybody, with all that was typed, until its user is back; a
 * page that needs no session goes on without one.
 */
export function Frame() {
  const { pathname } = useLocation()
  const hasEnded = useSessionEnded()
  const access = findRouteOwner(useLock(), pathname)?.access
  const isKept = hasEnded && access === 'user'
  useEffect(() => {
    if (hasEnded && !isKept) leaveEndedSession()
  }, [hasEnded, isKept])
  useHiddenPage(isKept)
  return (
    <>
      <div hidden={hasEnded} inert={hasEnded}>
        <Surroundings />
      </div>
      {isKept && <SessionEnd signInPath={SIGN_IN_PATH} />}
    </>
  )
}

function Surroundings() {
  const session = useSession()
  const { Component: SignedInHeader, standIn } = useLazyComponent(session.status === 'signed-in', fetchSignedInHeader)
  const changes = useChangesOfUser(session.status === 'signed-in' ? session.user.id : null)
  const main = useFocusAfterNavigation()
  const isNavigating = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  const { previews } = useLock()
  const [places, setPlaces] = useState(noPlaces)
  return (
    <PlacesContext value={places}>
      <a href="#content" className="shell-skip-link">
        <Trans>Skip to the content</Trans>
      </a>
      <header className="shell-header">
        <div className="shell-progress" data-active={isNavigating || undefined} />
        <Link to="/" className="shell-product" translate="no">
          Accounts
        </Link>
        {session.status === 'signed-in' &&
          (SignedInHeader ? (
            <SignedInHeader user={session.user} turn={changes} onPlaces={setPlaces} />
          ) : (
            <div className="shell-header-failure">{standIn}</div>
          ))}
        {session.status === 'signed-out' && (
          <div className="shell-visitor-tools">
            <LanguageSelect hideLabel />
            {pathname !== SIGN_IN_PATH && (
              <LinkButton to={SIGN_IN_PATH} variant="default" size="sm">
                <Trans>Sign in</Trans>
              </LinkButton>
            )}
          </div>
        )}
      </header>
      {previews?.areShown && (
        <output className="shell-preview">
          <Suspense>
            <PreviewBanner previews={previews} />
          </Suspense>
        </output>
      )}
      <OfflineBanner />
      <main id="content" ref={main} tabIndex={-1} aria-busy={isNavigating}>
        <Outlet key={changes} />
      </main>
      <UpdateOffer />
    </PlacesContext>
  )
}

/** How often another user took the place of one: nothing of a page may be left to the next. */
function useChangesOfUser(userId: string | null): number {
  const [last, setLast] = useState({ userId, changes: 0 })
  if (userId === null || userId === last.userId) return last.changes
  const changes = last.userId === null ? 0 : last.changes + 1
  setLast({ userId, changes })
  return changes
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
