import { useTimeout } from '@mantine/hooks'
import { Link } from 'kit'
import { findRouteOwner } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { preloadRemote } from '../federation/load-remote.ts'
import { type Item, pathOf } from './items.ts'

/** Longer than a pointer that only passes over a link stays on it. */
const DWELL_MS = 80

interface Props {
  item: Item
  isCurrent: boolean
  className: string
}

export function ItemLink({ item: { to, label }, isCurrent, className }: Props) {
  const lock = useVersionLock()
  const { start, clear } = useTimeout(() => {
    const owner = findRouteOwner(lock, pathOf(to))?.remote
    if (owner) preloadRemote(owner)
  }, DWELL_MS)
  return (
    <Link
      to={to}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      data-label={label}
      onPointerEnter={start}
      onPointerLeave={clear}
      onFocus={start}
      onBlur={clear}
    >
      {label}
    </Link>
  )
}
