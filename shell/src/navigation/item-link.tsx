import { Link } from 'kit'
import { useEffect, useRef } from 'react'
import { findRouteOwner } from 'contract/lock.ts'
import { useLock } from '../federation/lock-context.ts'
import { preloadRemote } from '../federation/load-remote.ts'
import { type Item, pathOf } from './items.ts'

/** Who goes along a list to what is further down points at what is before it for less than this. */
const DWELL_MS = 80

interface Props {
  item: Item
  isPresent: boolean
  className: string
}

/** A link of the menu. Its remote is loaded when somebody stays on it, by the pointer or the keyboard. */
export function ItemLink({ item: { to, label }, isPresent, className }: Props) {
  const lock = useLock()
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
      aria-current={isPresent ? 'page' : undefined}
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
