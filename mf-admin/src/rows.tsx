import { Text, TextLink } from 'kit'
import type { ReactNode } from 'react'

export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="kit-card">
    <ul className="kit-rows" aria-label={label}>
      {children}
    </ul>
  </div>
)

interface Props {
  /** An `Avatar`, or an icon of 16 pixels. */
  mark: ReactNode
  name: string
  /** The page of what the row is about. */
  to?: string
  facts: ReactNode
  /** At the end: badges and actions. */
  children?: ReactNode
}

export function Row({ mark, name, to, facts, children }: Props) {
  return (
    <li>
      {mark}
      <div className="kit-row-main">
        {to === undefined ? (
          <span className="kit-name" title={name}>
            {name}
          </span>
        ) : (
          <TextLink to={to} className="kit-name kit-cover">
            {name}
          </TextLink>
        )}
        <Text component="div" size="sm" c="dimmed" className="kit-meta">
          {facts}
        </Text>
      </div>
      {children}
    </li>
  )
}

export const Glyph = ({ children }: { children: ReactNode }) => <span className="kit-glyph">{children}</span>
