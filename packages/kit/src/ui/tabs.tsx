import { Trans } from '@lingui/react/macro'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '../router/link.tsx'
import { Popover } from './popover.tsx'

interface Tab {
  to: string
  text: string
}

/** Tabs that do not fit into the line are in a menu at its end. The current tab is always in the line. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  const row = useRef<HTMLDivElement>(null)
  const hidden = useHiddenTabs(row, items)
  const isEnd = (to: string) => items.some((item) => item.to.startsWith(`${to}/`))
  return (
    <nav aria-label={label} className="kit-tabs">
      <div ref={row} className="kit-tab-row">
        {items.map(({ to, text }, index) => (
          <NavLink key={to} to={to} end={isEnd(to)} data-hidden={hidden.includes(index) || undefined}>
            {text}
          </NavLink>
        ))}
      </div>
      {hidden.length > 0 && (
        <Popover label={<Trans>More</Trans>} purpose="" variant="subtle" color="gray" size="sm" px="sm">
          {items
            .filter((_, index) => hidden.includes(index))
            .map(({ to, text }) => (
              <NavLink key={to} to={to} end={isEnd(to)} className="kit-tab-link">
                {text}
              </NavLink>
            ))}
        </Popover>
      )}
    </nav>
  )
}

/** Scrolls to the current tab, and returns the indexes of those that are not entirely visible. */
function useHiddenTabs(row: RefObject<HTMLElement | null>, items: Tab[]): number[] {
  const [hidden, setHidden] = useState<number[]>([])
  const { pathname } = useLocation()
  const shown = items.map(({ to, text }) => `${to} ${text}`).join('\n')
  useLayoutEffect(() => {
    const { current } = row
    if (!current) return undefined
    const measure = () => {
      const links = [...current.children].filter((link) => link instanceof HTMLAnchorElement)
      const startOf = (link: HTMLElement) => link.offsetLeft - current.offsetLeft
      const endOf = (link: HTMLElement) => startOf(link) + link.offsetWidth
      const open = current.querySelector<HTMLElement>('[aria-current]')
      current.scrollLeft = open && endOf(open) > current.clientWidth ? startOf(open) : 0
      const [start, end] = [current.scrollLeft, current.scrollLeft + current.clientWidth]
      const cut = links.flatMap((link, index) =>
        link !== open && (startOf(link) < start || endOf(link) > end + 1) ? index : [],
      )
      setHidden((before) => (before.join() === cut.join() ? before : cut))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [row, pathname, shown])
  return hidden
}
