import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
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

export function Tabs({ label, items }: { label: string; items: { to: string; text: string }[] }) {
  return (
    <nav aria-label={label} className="kit-tabs">
      {items.map(({ to, text }) => (
        <NavLink key={to} to={to} end={items.some((item) => item.to.startsWith(`${to}/`))} ref={showPresentLink}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
