import { Anchor, type AnchorProps, Button, type ButtonProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, NavLink } from '../router/link.tsx'

interface Target {
  to: string
  replace?: boolean
  state?: unknown
  children: ReactNode
}

export function TextLink(props: AnchorProps & Target) {
  return <Anchor component={Link} {...props} />
}

export function LinkButton(props: ButtonProps & Target) {
  return <Button component={Link} {...props} />
}

function showPresentLink(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (row && link.ariaCurrent === 'page') row.scrollLeft = link.offsetLeft - row.offsetLeft
}

interface TabsProps {
  label: string
  items: { to: string; text: string }[]
  /** The content of the current page. With it, a wide window shows the links in a column on the left. */
  children?: ReactNode
}

export function Tabs({ label, items, children }: TabsProps) {
  const links = (
    <nav aria-label={label} className="kit-tabs">
      {items.map(({ to, text }) => (
        <NavLink key={to} to={to} end={items.some((item) => item.to.startsWith(`${to}/`))} ref={showPresentLink}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
  if (!children) return links
  return (
    <div className="kit-with-tabs">
      {links}
      <Stack gap="lg">{children}</Stack>
    </div>
  )
}
