import { Text } from 'kit'
import type { ReactNode } from 'react'
import './marked-row.css'

interface Props {
  /** An icon of 20 pixels. */
  mark: ReactNode
  name: string
  facts: ReactNode
  isWarning?: boolean
  children?: ReactNode
}

/** A row of `MarkedRows`. `children`: the action. */
export function MarkedRow({ mark, name, facts, isWarning, children }: Props) {
  return (
    <li>
      <div className="kit-person">
        <span className="kit-glyph" data-warning={isWarning || undefined}>
          {mark}
        </span>
        <div>
          <Text className="kit-name" {...(isWarning && { c: 'var(--kit-warning-text)' })}>
            {name}
          </Text>
          <Text component="div" size="sm" c="dimmed">
            {facts}
          </Text>
        </div>
      </div>
      {children}
    </li>
  )
}

/** Lists what an account has, in a card. */
export const MarkedRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="kit-card">
    <ul className="kit-rows marked-rows" aria-label={label}>
      {children}
    </ul>
  </div>
)
