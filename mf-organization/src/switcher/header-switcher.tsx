import { useLingui } from '@lingui/react/macro'
import { authClient, Popover, request, type Session, useLazyComponent, useLocation, useRequest, useSession } from 'kit'
import { useState } from 'react'

export function HeaderSwitcher() {
  const state = useSession()
  return state.status === 'signed-in' && <Switcher key={state.user.id} session={state.session} />
}

/** Loads GraphQL, a quarter of an account page's size, only when the menu is about to open. */
function Switcher({ session }: { session: Session }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const activeId = session.activeOrganizationId ?? null
  const [isWanted, setWanted] = useState(false)
  // The menu reports changes of the name; until it is loaded, REST provides it.
  const [known, setKnown] = useState<{ id: string; name: string } | null>(null)
  const [listed] = useRequest(activeId, () => request(() => authClient.GET('/organization/list')))
  const needsMenu = isWanted || pathname.startsWith('/organizations')
  const { Component: Menu, fallback } = useLazyComponent(
    needsMenu,
    async () => (await import('./switcher-menu.tsx')).SwitcherMenu,
  )

  if (activeId && !listed && !known) return null
  const active = [known, ...(listed?.data ?? [])].find((organization) => organization?.id === activeId)
  const want = () => setWanted(true)
  return (
    <span className="kit-contents" onPointerEnter={want} onFocus={want} onClickCapture={want}>
      <Popover label={active?.name ?? t`Choose an organization`} purpose={t`Organization:`} size="sm">
        {Menu ? <Menu onKnown={setKnown} /> : needsMenu && fallback}
      </Popover>
    </span>
  )
}
