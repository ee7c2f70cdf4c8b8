import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { canUsePasskeys, tabStore, useLazyComponent, useLocation, type User } from 'kit'
import { noPlaces, type PagePlaces } from 'kit/shell'
import { useLayoutEffect } from 'react'
import { useWatchedHealth } from '../health/use-watched-health.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { usePagePlaces } from '../navigation/page-places.ts'
import { HeaderParts } from '../federation/header-parts.tsx'
import { needsRoles, findCurrentItem } from '../navigation/items.ts'
import { MenuButton, MenuIcon } from '../navigation/menu-button.tsx'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { useItems } from '../navigation/use-items.ts'
import { useLoadRights } from '../navigation/load-rights.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { UserMenu } from './user-menu.tsx'

/** Keep in sync with signed-in-header.css. */
const NARROW = '(max-width: 40rem)'

const fetchPasskeyOffer = async () =>
  (await import(/* webpackChunkName: "on-demand" */ './passkey-offer.tsx')).loadPasskeyOffer()

interface Props {
  user: User
  /** Differs for each user, so that remotes' parts keep no state for the next user. */
  userKey: number
  onPlaces: (places: PagePlaces) => void
}

/** On a phone, the first header part of remotes stays, and the others are in the menu. */
export function SignedInHeader({ user, userKey, onPlaces }: Props) {
  const { t } = useLingui()
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  useLoadRights(needsRoles(useVersionLock()))
  const places = usePagePlaces()
  useWatchedHealth()
  useLayoutEffect(() => onPlaces(places), [places, onPlaces])
  useLayoutEffect(() => () => onPlaces(noPlaces), [onPlaces])
  const items = useItems()?.filter(({ inMenu }) => inMenu)
  // Set by mf-auth.
  const isPasskeyOffered = canUsePasskeys && tabStore.get('by password') !== null
  const { Component: PasskeyOffer } = useLazyComponent(isPasskeyOffered, fetchPasskeyOffer)
  const current = items && findCurrentItem(items, pathname)
  return (
    <>
      <div className="shell-parts">
        <HeaderParts key={userKey} to={isNarrow ? 1 : undefined} />
      </div>
      <nav aria-label={t`Main`} className="shell-navigation">
        {items && !isNarrow && <NavigationBar items={items} />}
        {items && isNarrow && (
          <MenuButton items={items} current={current} label={<MenuIcon />}>
            <HeaderParts key={userKey} from={1} />
          </MenuButton>
        )}
      </nav>
      <div className="shell-tools">
        <PaletteButton />
        <UserMenu user={user} />
      </div>
      {PasskeyOffer && <PasskeyOffer />}
    </>
  )
}
