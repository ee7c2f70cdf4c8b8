import { Stack } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '../router/link.tsx'

interface TabsProps {
  label: string
  /** Icons are for the column: 16 px. */
  items: { to: string; text: string; icon?: ReactNode }[]
  /** The content of the current page. With it, a wide window shows the tabs in a column on the left. */
  children?: ReactNode
}

/** Tabs that do not fit are scrolled to; the current one is in view. The order never changes. */
export function Tabs({ label, items, children }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const texts = items.map(({ text }) => text).join('\n')
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !current) return
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- both change what is in view
  }, [pathname, texts])
  const tabs = (
    <nav aria-label={label} className="kit-tabs">
      <div ref={row} className="kit-tab-row">
        {items.map(({ to, text, icon }) => (
          <NavLink key={to} to={to} end={items.some((item) => item.to.startsWith(`${to}/`))}>
            {icon}
            {text}
          </NavLink>
        ))}
      </div>
    </nav>
  )
  if (!children) return tabs
  return (
    <div className="kit-with-tabs">
      {tabs}
      <Stack gap="var(--kit-space-8)">{children}</Stack>
    </div>
  )
}
