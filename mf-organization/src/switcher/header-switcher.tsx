import { useLingui } from '@lingui/react/macro'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import {
  authClient,
  Avatar,
  Popover,
  request,
  type Session,
  useLazyComponent,
  useLocation,
  useRequest,
  useSession,
  VisuallyHidden,
} from 'kit'
import { useState } from 'react'
import type { Known } from './switcher-menu.tsx'

export function HeaderSwitcher() {
  const state = useSession()
  return state.status === 'signed-in' && <Switcher key={state.user.id} session={state.session} />
}

/** Loads GraphQL, a quarter of an account page's size, only when the menu is about to open. */
function Switcher({ session }: { session: Session }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const activeId = session.activeOrganizationId ?? null
  const slug = slugOf(pathname)
  const [isWanted, setWanted] = useState(false)
  // Follows renames. Until the menu is loaded, REST provides the names.
  const [known, setKnown] = useState<Known | null>(null)
  const [listed, reload] = useRequest(activeId ?? 'none', () => request(() => authClient.GET('/organization/list')))
  // A session is fetched again after each change in another tab.
  const [listedFor, setListedFor] = useState(session)
  if (listedFor !== session) {
    setListedFor(session)
    reload()
  }
  const needsMenu = isWanted || pathname.startsWith('/organizations')
  const { Component: Menu, fallback } = useLazyComponent(
    needsMenu,
    // With the layout of the pages that draw it at once.
    async () => (await import(/* webpackChunkName: "graphql" */ './switcher-menu.tsx')).SwitcherMenu,
  )

  if (!listed && !known) return null
  const choices = known?.choices ?? listed?.data
  const unnamed = choices?.length === 0 ? t`No organization` : t`Choose an organization`
  const counts = new Map(listed?.data?.map(({ id, memberCount }) => [id, memberCount]))
  // The page's organization, or the last one that the user opened.
  const shown = choices?.find((each) => each.slug === slug) ?? choices?.find(({ id }) => id === activeId)
  const want = () => setWanted(true)
  return (
    <span className="kit-contents" onPointerEnter={want} onFocus={want} onClickCapture={want}>
      <Popover
        label={
          <>
            {shown && <Avatar user={{ ...shown, image: shown.logo ?? null }} size={20} isSquare />}
            <span className="kit-truncate">{shown?.name ?? unnamed}</span>
            {known !== null && known.invitationCount > 0 && (
              <span className="kit-dot">
                <VisuallyHidden>{t`You have invitations`}</VisuallyHidden>
              </span>
            )}
            <ChevronsUpDown size={14} className="kit-only-wide" />
          </>
        }
        purpose={t`Organization:`}
      >
        {Menu ? <Menu currentId={shown?.id} counts={counts} onKnown={setKnown} /> : needsMenu && fallback}
      </Popover>
    </span>
  )
}

/** The slug in the path of an organization's page. */
function slugOf(pathname: string): string | undefined {
  const [, first, slug] = pathname.split('/')
  return first === 'organizations' && slug !== 'new' ? slug : undefined
}
