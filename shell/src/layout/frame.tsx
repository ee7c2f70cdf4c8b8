import { Trans, useLingui } from '@lingui/react/macro'
import {
  brand,
  BrandMark,
  hasFact,
  LanguageSelect,
  Link,
  LinkButton,
  Outlet,
  useLocation,
  useNavigation,
  useLazyComponent,
  useSession,
} from 'kit'
import { leaveEndedSession, noPlaces, type PagePlaces, PlacesContext, SessionEnd, useSessionEnded } from 'kit/shell'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { findRouteOwner, SIGN_IN_PATH, SIGN_UP_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { fetchSignedInHeader } from './fetch-signed-in.ts'
import { UpdateOffer } from '../updates/update-offer.tsx'
import { useOnline } from '../use-online.ts'
import { useHiddenPage } from './use-hidden-page.ts'
import './frame.css'
// Here, because a stylesheet that loads with the script of signed-in users is one more request.
import './signed-in-header.css'
import '../palette/palette-button.css'

const PreviewBanner = lazy(async () => ({
  default: await (await import(/* webpackChunkName: "banner" */ '../previews/preview-banner.tsx')).loadPreviewBanner(),
}))

const ImpersonationBanner = lazy(async () => ({
  default: await (
    await import(/* webpackChunkName: "banner" */ './impersonation-banner.tsx')
  ).loadImpersonationBanner(),
}))

/** After the session ended, a page that requires one is hidden and keeps its input. */
export function Frame() {
  const { pathname } = useLocation()
  const hasEnded = useSessionEnded()
  const access = findRouteOwner(useVersionLock(), pathname)?.access
  const isLocked = hasEnded && access === 'user'
  useEffect(() => {
    if (hasEnded && !isLocked) leaveEndedSession()
  }, [hasEnded, isLocked])
  useHiddenPage(isLocked)
  return (
    <>
      <div hidden={hasEnded} inert={hasEnded}>
        <Surroundings />
      </div>
      {isLocked && <SessionEnd signInPath={SIGN_IN_PATH} />}
    </>
  )
}

function Surroundings() {
  const session = useSession()
  const changes = useUserChanges(session.status === 'signed-in' ? session.user.id : null)
  const main = useFocusAfterNavigation()
  const isNavigating = useNavigation().state !== 'idle'
  const isOnline = useOnline()
  const { pathname } = useLocation()
  const lock = useVersionLock()
  const { previews } = lock
  const access = findRouteOwner(lock, pathname)?.access
  const isBare = session.status !== 'signed-in' && access !== undefined && access !== 'user'
  const [places, setPlaces] = useState(noPlaces)
  return (
    <PlacesContext value={places}>
      <a href="#content" className="shell-skip-link">
        <Trans>Skip to content</Trans>
      </a>
      {!isBare && <Header session={session} userKey={changes} onPlaces={setPlaces} />}
      {session.status === 'signed-in' && session.session.impersonatedBy && (
        <output className="kit-bar shell-preview shell-acting">
          <Suspense>
            <ImpersonationBanner session={session.session} name={session.user.name} />
          </Suspense>
        </output>
      )}
      {previews?.areShown && (
        <output className="kit-bar shell-preview">
          <Suspense>
            <PreviewBanner previews={previews} />
          </Suspense>
        </output>
      )}
      {/* Always rendered, so that screen readers announce its changes. */}
      <output className="shell-offline">
        {!isOnline && <Trans>You’re offline. Changes can’t be saved until you’re back online.</Trans>}
      </output>
      <main id="content" ref={main} tabIndex={-1} aria-busy={isNavigating}>
        <Outlet key={changes} />
      </main>
      {session.status === 'signed-out' && (
        <footer className="shell-visitor-bar">
          <VisitorLinks />
        </footer>
      )}
      <UpdateOffer />
    </PlacesContext>
  )
}

interface HeaderProps {
  session: ReturnType<typeof useSession>
  userKey: number
  onPlaces: (places: PagePlaces) => void
}

function Header({ session, userKey, onPlaces }: HeaderProps) {
  const { t } = useLingui()
  const { Component: SignedInHeader, fallback } = useLazyComponent(session.status === 'signed-in', fetchSignedInHeader)
  const lock = useVersionLock()
  return (
    <header className="shell-header">
      <div className="shell-progress" data-active={useNavigation().state !== 'idle' || undefined} />
      <Link to="/" className="shell-product" translate="no" aria-label={brand.name}>
        <BrandMark size={24} />
        <span>{brand.name}</span>
      </Link>
      {session.status === 'signed-in' &&
        (SignedInHeader ? (
          <SignedInHeader user={session.user} userKey={userKey} onPlaces={onPlaces} />
        ) : (
          <div className="shell-header-failure">{fallback}</div>
        ))}
      {session.status === 'signed-out' && (
        <div className="shell-visitor-tools">
          <LinkButton to={SIGN_IN_PATH} variant="default">{t`Sign in`}</LinkButton>
          {hasFact('sign-up') && findRouteOwner(lock, SIGN_UP_PATH) && (
            <LinkButton to={SIGN_UP_PATH}>{t`Sign up`}</LinkButton>
          )}
        </div>
      )}
    </header>
  )
}

function VisitorLinks() {
  const { t } = useLingui()
  const links = [
    [brand.supportUrl, t`Support`],
    [brand.termsUrl, t`Terms`],
    [brand.privacyUrl, t`Privacy`],
  ] as const
  return (
    <>
      <LanguageSelect hideLabel />
      {links.map(
        ([url, text]) =>
          url && (
            <a key={text} href={url}>
              {text}
            </a>
          ),
      )}
    </>
  )
}

/** As a key, the count discards the state of the previous user. */
function useUserChanges(userId: string | null): number {
  const [last, setLast] = useState({ userId, changes: 0 })
  if (userId === null || userId === last.userId) return last.changes
  const changes = last.userId === null ? 0 : last.changes + 1
  setLast({ userId, changes })
  return changes
}

/** Announces a new page by moving the focus to it. */
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
