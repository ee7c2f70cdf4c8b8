import { EmptyState, Panel, Text, TextLink, Waiting } from 'kit'
import type { ReactNode } from 'react'
import './admin.css'

interface ListPanelProps {
  title: string
  empty: string
  /** Undefined while they are loading. */
  rows: readonly ReactNode[] | undefined
  children?: ReactNode
}

export const ListPanel = ({ title, empty, rows, children }: ListPanelProps) => (
  <Panel title={title}>
    {!rows && <Waiting lines={2} isList />}
    {rows?.length === 0 && <EmptyState title={empty} />}
    {rows && rows.length > 0 && (
      <div className="kit-card">
        <ul className="kit-rows" aria-label={title}>
          {rows}
        </ul>
      </div>
    )}
    {children}
  </Panel>
)

interface RowProps {
  /** An `Avatar`, or a `Glyph`. */
  mark: ReactNode
  name: string
  to?: string
  facts: readonly (string | null | undefined)[]
  /** Below them, in full. */
  note?: string | null
  children?: ReactNode
}

export const Row = ({ mark, name, to, facts, note, children }: RowProps) => (
  <li className="admin-row">
    {mark}
    <div className="kit-row-main">
      {to === undefined ? (
        <span className="kit-name">{name}</span>
      ) : (
        <TextLink to={to} className="kit-name kit-cover">
          {name}
        </TextLink>
      )}
      <Text component="div" size="sm" c="dimmed" className="kit-meta">
        {[...new Set(facts)].map((fact) => fact && <span key={fact}>{fact}</span>)}
      </Text>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </div>
    {children}
  </li>
)

/** For an icon of 16 pixels. */
export const Glyph = ({ children }: { children: ReactNode }) => <span className="kit-glyph">{children}</span>
