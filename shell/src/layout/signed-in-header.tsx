import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, type User } from 'kit'
import { noPlaces, type PagePlaces } from 'kit/shell'
import { useLayoutEffect } from 'react'
import { useLock } from '../federation/lock-context.ts'
import { usePagePlaces } from '../navigation/page-places.ts'
import { HeaderParts } from '../federation/header-parts.tsx'
import { asksForRoles, presentItem } from '../navigation/items.ts'
import { MenuButton } from '../navigation/menu-button.tsx'
import { NavigationBar } from '../navigation/navigation-bar.tsx'
import { useItems } from '../navigation/use-items.ts'
import { useAskForRoles } from '../navigation/viewer-roles.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { useNarrow } from './use-narrow.ts'
import { UserMenu } from './user-menu.tsx'

interface Props {
  user: User
  /** Another one for each user: nothing that a part has kept may be left to the next. */
  turn: number
  /** Hears what the page of a user knows of places, before anything of it is seen. */
  onPlaces: (places: PagePlaces) => void
}

/**
 * What the header has for users, in one line at every width. On a phone the menu and what remotes put into the header are behind a button,
 * and these remotes are loaded when it is opened.
 */
export function SignedInHeader({ user, turn, onPlaces }: Props) {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  const { pathname } = useLocation()
  useAskForRoles(asksForRoles(useLock()))
  const places = usePagePlaces()
  useLayoutEffect(() => onPlaces(places), [places, onPlaces])
  useLayoutEffect(() => () => onPlaces(noPlaces), [onPlaces])
  const items = useItems()?.filter(({ inMenu }) => inMenu)
  const present = items && presentItem(items, pathname)
  const page = present?.label
  const parts = <HeaderParts key={turn} />
  return (
    <>
      <nav aria-label={t`Main`} className="shell-navigation">
        {items && !isNarrow && <NavigationBar items={items} />}
        {items && isNarrow && (
          <MenuButton
            items={items}
            present={present}
            label={<Trans>Menu</Trans>}
            purpose={page === undefined ? '' : t`You are at ${page}.`}
          >
            {parts}
          </MenuButton>
        )}
      </nav>
      <div className="shell-tools">
        {/* First, so that nothing moves when it is filled. */}
        {!isNarrow && parts}
        <PaletteButton />
        <UserMenu user={user} />
      </div>
    </>
  )
}
