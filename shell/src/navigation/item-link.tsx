import { Link } from 'kit'
import { useEffect, useRef } from 'react'
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => clearTimeout(timer.current)
  const stay = () => {
    leave()
    timer.current = setTimeout(() => {
      const owner = findRouteOwner(lock, pathOf(to))?.remote
      if (owner) preloadRemote(owner)
    }, DWELL_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Link
      to={to}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      data-label={label}
      onPointerEnter={stay}
      onPointerLeave={leave}
      onFocus={stay}
      onBlur={leave}
    >
      {label}
    </Link>
  )
}
