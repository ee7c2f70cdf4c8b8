import { ActionButton, Link } from 'kit'
import type { ReactNode } from 'react'

interface MenuRowProps {
  /** An icon of 16 px or a picture of 24 px: both take 24 px. */
  mark: ReactNode
  children: ReactNode
  /** The second line. */
  more?: string | undefined
  /** A control at the end of the line. */
  end?: ReactNode
  /** A page, or an action. With neither, it is a line of text. */
  to?: string | undefined
  onAct?: () => Promise<unknown>
}

/** Every row of the user's menu. */
export function MenuRow({ mark, children, more, end, to, onAct }: MenuRowProps) {
  const content = (
    <>
      {mark}
      <span title={more}>
        {children}
        {more !== undefined && <small>{more}</small>}
      </span>
    </>
  )
  if (onAct)
    return (
      <ActionButton variant="subtle" className="kit-menu-row" onAct={onAct}>
        {content}
      </ActionButton>
    )
  if (to !== undefined)
    return (
      <Link to={to} className="kit-menu-row">
        {content}
      </Link>
    )
  return (
    <div className="kit-menu-row">
      {content}
      {end}
    </div>
  )
}
