import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { NavLink } from '../router/link.tsx'
import { Popover } from './popover.tsx'

interface TabsProps {
  label: string
  /** Icons are for the column: 16 px. */
  items: { to: string; text: string; icon?: ReactNode }[]
  /** The content of the current page. With it, a wide window shows the tabs in a column on the left. */
  children?: ReactNode
}

/** Tabs that do not fit into the line are in a menu at its end. The current tab is always in the line. */
export function Tabs({ label, items, children }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<number[]>([])
  const { pathname } = useLocation()
  const texts = items.map(({ text }) => text).join('\n')
  useLayoutEffect(() => {
    const { current } = row
    if (!current) return undefined
    // Runs before the next paint, when the layout is known anyway.
    const observer = new ResizeObserver(() => {
      const now = findHidden(current)
      flushSync(() => setHidden((before) => (before.join() === now.join() ? before : now)))
    })
    observer.observe(current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- both change what fits
  }, [pathname, texts])
  const links = items.map(({ to, text, icon }, index) => (
    <NavLink
      key={to}
      to={to}
      end={items.some((item) => item.to.startsWith(`${to}/`))}
      data-hidden={hidden.includes(index) || undefined}
    >
      {icon}
      {text}
    </NavLink>
  ))
  const tabs = (
    <nav aria-label={label} className="kit-tabs">
      <div ref={row} className="kit-tab-row">
        {links}
      </div>
      {hidden.length > 0 && (
        <Popover label={<Trans>More</Trans>} purpose="" variant="subtle" color="gray" size="sm" px="sm">
          <div className="kit-tab-menu">{hidden.map((index) => links[index])}</div>
        </Popover>
      )}
    </nav>
  )
  if (!children) return tabs
  return (
    <div className="kit-with-tabs">
      {tabs}
      <Stack gap="lg">{children}</Stack>
    </div>
  )
}

/** Scrolls to the current tab, and returns the indexes of those that are not entirely visible. */
function findHidden(row: HTMLElement): number[] {
  const links = [...row.querySelectorAll('a')]
  const startOf = (link: HTMLElement) => link.offsetLeft - row.offsetLeft
  const endOf = (link: HTMLElement) => startOf(link) + link.offsetWidth
  const open = links.find((link) => link.hasAttribute('aria-current'))
  row.scrollTo({ left: open && endOf(open) > row.clientWidth ? startOf(open) : 0 })
  const [start, end] = [row.scrollLeft, row.scrollLeft + row.clientWidth]
  return links.flatMap((link, index) =>
    link !== open && (startOf(link) < start || endOf(link) > end + 1) ? index : [],
  )
}
