import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, NavLink } from '../router/link.tsx'

interface Target {
  to: string
  replace?: boolean
  /** Goes along in the history, where neither the address bar nor a server sees it. */
  state?: unknown
  children: ReactNode
}

/** A link inside the product, in running text. */
export function TextLink(props: AnchorProps & Target) {
  return <Anchor component={Link} {...props} />
}

/** A link inside the product that looks like a button: a step, not an action. */
export function LinkButton(props: ButtonProps & Target) {
  return <Button component={Link} {...props} />
}

/** As `ref` of the links in a row that may be wider than the screen: the present one is in view when it appears. */
function showPresentLink(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (row && link.ariaCurrent === 'page') row.scrollLeft = link.offsetLeft - row.offsetLeft
}

/** The parts of one subject, each at its own address and those below that no other part has; the present one is marked. */
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
