import { Text } from 'kit'
import type { ReactNode } from 'react'

interface Props {
  /** An icon of 20 pixels. */
  mark: ReactNode
  name: string
  facts: ReactNode
  children?: ReactNode
}

/** A row of `kit-rows`. `children`: the action. */
export function MarkedRow({ mark, name, facts, children }: Props) {
  return (
    <li>
      <div className="kit-person">
        <span className="kit-glyph">{mark}</span>
        <div>
          <Text className="kit-name">{name}</Text>
          <Text component="div" size="sm" c="dimmed">
            {facts}
          </Text>
        </div>
      </div>
      {children}
    </li>
  )
}
