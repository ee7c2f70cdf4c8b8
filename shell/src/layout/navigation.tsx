import { NavLink, showPresentLink, useLingui } from 'kit'
import { findRouteOwner } from '../federation/lock.ts'
import { useLock } from '../federation/lock-context.ts'
import { preloadRemote } from '../federation/load-remote.ts'

/** Links to what the remotes of the lock offer, in their order; a remote is fetched when its link is pointed at. */
export function NavigationLinks({ className }: { className: string }) {
  const { i18n } = useLingui()
  const lock = useLock()
  const items = lock.remotes.flatMap(({ navigation }) => navigation).toSorted((a, b) => a.order - b.order)
  return items.map(({ to, label }) => {
    const owner = findRouteOwner(lock, to)?.remote
    const preload = () => owner && preloadRemote(owner)
    return (
      <NavLink key={to} to={to} className={className} ref={showPresentLink} onPointerEnter={preload} onFocus={preload}>
        {label[i18n.locale] ?? label.en}
      </NavLink>
    )
  })
}
